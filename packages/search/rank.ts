import { rateMajor } from './majors.ts';
import type { Profile } from './profile.ts';
import type { ParsedQuery } from './query.ts';
import type { Facet } from './query-facets.ts';
import { tokenize } from './text.ts';
import { isWithinTerm, type Thesaurus } from './thesaurus.ts';
import { compareGists } from './topics.ts';

/** How well an application supports one thing that was asked for; `value` is from 0 to 1. */
interface ScorePart {
  label: string;
  weight: number;
  value: number;
}

export interface Ranked {
  id: string;
  /** The facets in their order, then the structured conditions. */
  parts: ScorePart[];
  /** The word score of the whole query, 0 to 1. */
  words: number;
  /** From 0 to 0.99: how much of what was asked for the application supports. */
  score: number;
  /** The score before the cut at 0.99, by which results are sorted. */
  exact: number;
  violated: boolean;
}

const wishValue = 0.08;
const interestValue = 0.7;
const narrowerWish = 0.8;
const knownAlready = 0.1;
const deniedFactor = 0.3;
const wordShare = 0.12;
const overallWords = 0.08;
// One clause of the same gist: below this the gist alone finds nobody, as hardly one in ten would fit.
const leastGist = 0.48;
// What the parts are about counts a little more than their terms.
const gistShare = 1.3;
const skillOfMajor = 0.6;
const violatedFactor = 0.04;
const nothing = 0.05;
// The share of the arithmetic mean: a question with two parts means both.
const meanOfTwo = 0.2;
const meanOfMany = 0.5;
const contradicts = 0.4;
export const scoreFloor = 0.15;
const wordsOnlyCap = 0.6;

// A share of the best score. People below it mostly match only one part of the question.
const weakShare = 0.6;
const alwaysKept = 10;

/** Returns the results, best first, without those far below the best one; the first ten stay. */
export function dropWeak(ranked: readonly Ranked[]): Ranked[] {
  const least = weakShare * (ranked[0]?.exact ?? 0);
  return ranked.filter(({ exact }, index) => index < alwaysKept || exact >= least);
}

/** Returns how far an applicant says to want to learn one of the concepts. Being able to do it already is a little. */
function wishedValue({ concepts, forms }: Facet, profile: Profile, thesaurus: Thesaurus): number {
  let best = 0;
  for (const { stance, text, concepts: own } of profile.clauses) {
    if (stance !== 'wish') continue;
    if (concepts.length === 0 && tokenize(text).some(({ lower }) => forms.includes(lower))) return 1;
    if (own.some((concept) => concepts.includes(concept))) return 1;
    if (own.some((concept) => concepts.some((wide) => isWithinTerm(concept, wide, thesaurus))))
      best = narrowerWish;
  }
  return Math.max(best, ...concepts.map((concept) => knownAlready * (profile.strengths[concept] ?? 0)));
}

function facetValue(facet: Facet, profile: Profile, thesaurus: Thesaurus, words: number): number {
  if (facet.wish) return wishedValue(facet, profile, thesaurus);
  if (facet.concepts.length === 0) return words > 0 ? Math.min(1, 0.7 + 0.3 * words) : 0;
  let best = 0;
  for (const concept of facet.concepts) {
    let value = profile.strengths[concept] ?? 0;
    if (profile.wished.has(concept))
      value = Math.max(value, thesaurus.concepts[concept]!.interest ? interestValue : wishValue);
    if (profile.denied.has(concept)) value *= deniedFactor;
    best = Math.max(best, value);
  }
  return best + wordShare * words;
}

/** Returns the facets and structured conditions of a query, rated for one profile. `words[i]` is the word score of facet i. */
export function listScoreParts(
  query: ParsedQuery,
  profile: Profile,
  thesaurus: Thesaurus,
  words: readonly number[],
): ScorePart[] {
  const parts = query.facets.map((facet, at) => ({
    label: facet.label,
    weight: facet.weight,
    value: facetValue(facet, profile, thesaurus, words[at]!),
  }));
  if (query.majors.length > 0)
    parts.push({
      label: 'major',
      weight: 1,
      value: Math.max(
        ...query.majors.map((major) => rateMajor(profile.majors, major)),
        ...query.majorSkills.map((concept) => skillOfMajor * (profile.strengths[concept] ?? 0)),
      ),
    });
  if (query.years.length > 0)
    parts.push({
      label: 'year',
      weight: 1,
      value: profile.year === undefined ? 0.35 : query.years.includes(profile.year) ? 1 : 0.1,
    });
  if (query.tracks.length > 0)
    parts.push({ label: 'track', weight: 1, value: query.tracks.includes(profile.track) ? 1 : 0 });
  if (query.firstHackathon)
    parts.push({ label: 'first hackathon', weight: 1, value: profile.firstHackathon ? 1 : 0 });
  return parts;
}

/** Returns whether a profile has something that the query excludes. */
export function violates({ not }: ParsedQuery, profile: Profile, named: boolean): boolean {
  return (
    named ||
    not.concepts.some((concept) => (profile.strengths[concept] ?? 0) >= contradicts) ||
    not.majors.some((major) => profile.majors.includes(major)) ||
    (profile.year !== undefined && not.years.includes(profile.year)) ||
    not.tracks.includes(profile.track)
  );
}

/** Returns how far all parts are met: arithmetic and geometric mean, so that all of them a little is more than one entirely. */
function coverage(parts: readonly Pick<ScorePart, 'weight' | 'value'>[]): number {
  let total = 0;
  let mean = 0;
  let logarithm = 0;
  for (const { weight, value } of parts) {
    total += weight;
    mean += weight * value;
    logarithm += weight * Math.log(Math.max(nothing, value));
  }
  const share = parts.length === 2 ? meanOfTwo : meanOfMany;
  return share * (mean / total) + (1 - share) * Math.exp(logarithm / total);
}

/** Returns how far a profile is about what the parts of a query are about, also where no term of a concept stands. */
const coverGists = ({ gists }: ParsedQuery, profile: Profile): number =>
  coverage(gists.map(({ shares, weight }) => ({ weight, value: compareGists(profile.gists, shares).value })));

/** Returns which share of the weight the facets have beside year, major and the like, which no text is about. */
function shareOfFacets({ facets }: ParsedQuery, parts: readonly ScorePart[]): number {
  const sum = (some: readonly ScorePart[]) => some.reduce((total, { weight }) => total + weight, 0);
  return sum(parts.slice(0, facets.length)) / sum(parts);
}

/**
 * Computes the coverage of a query by a profile: arithmetic and geometric mean of its parts, plus a little for words.
 * `named` is whether the profile has an excluded name.
 */
export function scoreProfile(
  query: ParsedQuery,
  profile: Profile,
  { parts, words, named }: { parts: ScorePart[]; words: number; named: boolean },
): Ranked {
  const violated = violates(query, profile, named);
  let value: number;
  // Of a query that only excludes, or asks for what the site knows, nothing is left to be met.
  if (parts.length === 0 && query.understood && query.words.length === 0) value = 1;
  else if (parts.length === 0) value = Math.min(wordsOnlyCap, words);
  else {
    value = coverage(parts) + (overallWords * words) / Math.sqrt(parts.length);
    const share = shareOfFacets(query, parts);
    const about = query.gists.length > 0 ? coverGists(query, profile) : 0;
    if (query.gists.length > 0 && (value >= scoreFloor || about >= leastGist))
      value = (value + gistShare * share * about) / (1 + gistShare * share);
  }
  const exact = violated ? value * violatedFactor : value;
  return { id: profile.id, parts, words, score: Math.min(0.99, exact), exact, violated };
}
