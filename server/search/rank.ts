import { rateMajor } from './majors.ts';
import type { Profile } from './profile.ts';
import type { Facet, ParsedQuery } from './query.ts';
import { isWithinTerm, type Thesaurus } from './thesaurus.ts';

/** How well one thing that was asked for is supported: 0 to 1. */
export interface ScorePart {
  label: string;
  weight: number;
  value: number;
}

export interface Ranked {
  id: string;
  /** The facets in their order, then the structure. */
  parts: ScorePart[];
  /** How far the words of the whole query are in the text. */
  words: number;
  /** How near it comes to the whole query in meaning. */
  meaning: number;
  /** 0 to 0.99: how much of what was asked for the application supports; results are in its order. */
  score: number;
  /** The score before it is cut at 0.99: the order among the best. */
  exact: number;
  violated: boolean;
}

const wishValue = 0.08;
const interestValue = 0.7;
const deniedFactor = 0.3;
const wordShare = 0.12;
const meaningShare = 0.5;
const overallWords = 0.08;
const violatedFactor = 0.04;
const nothing = 0.02;
const contradicts = 0.4;
const told = 0.25;
export const scoreFloor = 0.15;
const wordsOnlyCap = 0.6;

/** What a text says beyond the thesaurus about a facet: its words, and how near its meaning is; both 0 to 1. */
export interface Support {
  words: number;
  meaning: number;
}

function facetValue(facet: Facet, profile: Profile, thesaurus: Thesaurus, support: Support): number {
  const { words } = support;
  const meaning = meaningShare * support.meaning;
  if (facet.concepts.length === 0) return Math.min(1, Math.max(meaning, words > 0 ? 0.7 + 0.3 * words : 0));
  let best = 0;
  for (const concept of facet.concepts) {
    let value = profile.strengths[concept] ?? 0;
    if (profile.wished.has(concept))
      value = Math.max(value, thesaurus.concepts[concept]!.interest ? interestValue : wishValue);
    if (profile.denied.has(concept)) value *= deniedFactor;
    best = Math.max(best, value);
  }
  const denied = facet.concepts.some((concept) => profile.denied.has(concept));
  return Math.max(best, denied ? meaning * deniedFactor : meaning) + wordShare * words;
}

/** The parts of a query for one profile: facets and structure. `support[i]` is what the text says beyond about facet i. */
export function listScoreParts(
  query: ParsedQuery,
  profile: Profile,
  thesaurus: Thesaurus,
  support: readonly Support[],
): ScorePart[] {
  const parts = query.facets.map((facet, at) => ({
    label: facet.label,
    weight: facet.weight,
    value: facetValue(facet, profile, thesaurus, support[at]!),
  }));
  if (query.majors.length > 0)
    parts.push({
      label: 'major',
      weight: 1,
      value: Math.max(...query.majors.map((major) => rateMajor(profile.majors, major))),
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

/** Whether an applicant says in so many words to have done something, or what lies within it. */
function tells(profile: Profile, asked: number, thesaurus: Thesaurus): boolean {
  return profile.clauses.some(
    ({ stance, concepts }) =>
      stance === 'asserted' && concepts.some((own) => own === asked || isWithinTerm(own, asked, thesaurus)),
  );
}

/** Whether a profile has something that was asked to be absent. */
function violates({ not }: ParsedQuery, profile: Profile, thesaurus: Thesaurus): boolean {
  return (
    not.concepts.some((concept) => {
      const strength = profile.strengths[concept] ?? 0;
      if (strength >= contradicts || thesaurus.concepts[concept]!.generic) return strength >= contradicts;
      return strength >= told && tells(profile, concept, thesaurus);
    }) ||
    not.majors.some((major) => profile.majors.includes(major)) ||
    (profile.year !== undefined && not.years.includes(profile.year)) ||
    not.tracks.includes(profile.track)
  );
}

/** Coverage of a query by one profile: arithmetic and geometric mean of its parts, a little for the words themselves and for `meaning`, how near the whole comes. */
export function scoreProfile(
  query: ParsedQuery,
  profile: Profile,
  thesaurus: Thesaurus,
  parts: ScorePart[],
  words: number,
  meaning = 0,
): Ranked {
  const violated = violates(query, profile, thesaurus);
  let value: number;
  if (parts.length === 0) value = Math.min(wordsOnlyCap, Math.max(words, meaningShare * meaning));
  else {
    let total = 0;
    let mean = 0;
    let logarithm = 0;
    for (const part of parts) {
      total += part.weight;
      mean += part.weight * part.value;
      logarithm += part.weight * Math.log(Math.max(nothing, part.value));
    }
    value =
      0.4 * (mean / total) +
      0.6 * Math.exp(logarithm / total) +
      (overallWords * (words + meaning)) / Math.sqrt(parts.length);
  }
  const exact = violated ? value * violatedFactor : value;
  return { id: profile.id, parts, words, meaning, score: Math.min(0.99, exact), exact, violated };
}
