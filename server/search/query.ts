import { limits } from '../../contract/limits.ts';
import { academicYear, asksForFirstHackathon, type Year } from './facts.ts';
import { findMentions } from './find-mentions.ts';
import { type Correction, correctTokens, type Lexicon } from './query-spelling.ts';
import { extractMajors, extractTracks, extractYears } from './query-structure.ts';
import { commonWords, ordinaryWords } from './query-words.ts';
import { normalizeText, type Token, tokenize } from './text.ts';
import { isWithinTerm, narrowestTerms, type Thesaurus } from './thesaurus.ts';

/** One thing that is asked for: any of its concepts, or the word itself when no concept is known. */
export interface Facet {
  label: string;
  concepts: number[];
  words: string[];
  weight: number;
}

/** A parsed query. */
export interface ParsedQuery {
  corrections: Correction[];
  facets: Facet[];
  /** Any of these; empty when not asked for. */
  years: Year[];
  majors: number[];
  tracks: string[];
  firstHackathon: boolean;
  not: { concepts: number[]; majors: number[]; years: Year[]; tracks: string[]; hackathon: boolean };
  /** The stems of everything asked for and not excluded, for the word score. */
  words: string[];
}

const cue =
  /^(?:not|no|without|excluding|exclude|excludes|except|excepting|minus|non|never|lacking|lack|lacks|dont|doesnt|isnt|arent|havent|hasnt|cant|cannot|didnt|wont|neither|nor|avoid|avoids|avoiding|skip|skipping|besides|hate|hates|dislike|dislikes|zero|nobody|nothing|unfamiliar)$/;
const resuming = new Set('who with but knows know has have can wants want plus having and'.split(' '));
const positiveVerbs = new Set(
  'know knows have has can with who wants want is are does do built build uses use loves love'.split(' '),
);

/** Splits a query's words into those asked for and those excluded. */
function splitNegations(tokens: Token[]): { wanted: Token[]; unwanted: Token[][] } {
  const wanted: Token[] = [];
  const unwanted: Token[][] = [];
  let scope: Token[] | undefined;
  for (const [at, token] of tokens.entries()) {
    const two = `${token.lower} ${tokens[at + 1]?.lower ?? ''}`;
    const starts =
      cue.test(token.lower) ||
      two === 'other than' ||
      two === 'rather than' ||
      two === 'instead of' ||
      /^(?:any|every)(?:thing|one|body) but$|^all but$/.test(two) ||
      two === 'apart from' ||
      two === 'aside from' ||
      two === 'far from' ||
      two === 'away from' ||
      two === 'nothing to' ||
      two === 'free of';
    // "Without writing it twice" says how, not who.
    const manner =
      token.lower === 'without' &&
      /ing$/.test(tokens[at + 1]?.lower ?? '') &&
      /^(?:it|them|this|that|us|anything)$/.test(tokens[at + 2]?.lower ?? '');
    if (starts && !manner && !(token.lower === 'no' && tokens[at + 1]?.lower === 'code')) {
      if (scope && scope.length === 0) continue;
      scope = [];
      unwanted.push(scope);
      continue;
    }
    if (scope?.some((earlier) => !ordinaryWords.has(earlier.lower))) {
      const next = tokens[at + 1]?.lower ?? '';
      const ends =
        token.breakBefore ||
        token.lower === 'but' ||
        (token.lower === 'and' && positiveVerbs.has(next)) ||
        (resuming.has(token.lower) &&
          token.lower !== 'and' &&
          token.lower !== 'have' &&
          token.lower !== 'has');
      if (ends) scope = undefined;
    }
    (scope ?? wanted).push(token);
  }
  return { wanted, unwanted };
}

// "non-CS majors" denies a major, "non-smoking designers" only the word itself, "non-profit" nothing.
const oneWord =
  /\bnon-(?=(?:profit|tech|cod(?:e|ing)|program|fiction|linear|trivial|native|tradition|verbal))/gi;
const nonWord = /\bnon-(\p{L}+)(\s+(?:majors?|students?|degrees?|engineer\w*|science)\b)?/giu;
// "We are two backend people who need …" describes who asks, not who is asked for.
const whoAsks =
  /^\s*(?:we|i|our|my)\b[^.;:?!]{0,90}?\b(?:needs?|needing|look(?:s|ing)? for|search(?:es|ing)? for|seeks?|seeking|missing|lacks?|lacking|could use)\b/i;
const writtenOtherwise: [RegExp, string][] = [
  [whoAsks, ''],
  [/\bw\/o\b/gi, 'without'],
  [/\bb\.? ?tech\b/gi, 'btech'],
  [/\bm\.? ?tech\b/gi, 'mtech'],
  [oneWord, 'non'],
];
const majorCue = /\b(?:majors?|majoring|majored|degrees?|stud(?:y|ies|ying|ent|ents))\b/i;

/** Returns the facets of the remaining words: the spans of concepts, spans joined by `or` as one, then unknown words. */
function facetsOf(tokens: Token[], thesaurus: Thesaurus, lexicon: Lexicon): Facet[] {
  const spans = new Map<string, { from: number; to: number; concepts: number[]; weight: number }>();
  for (const { concept, weight, from, to } of findMentions(tokens, thesaurus, { query: true })) {
    // "We are building …" does not ask for buildings; but Go is a language.
    const only = to - from === 1 ? tokens[from]!.lower : 'go';
    if (only !== 'go' && ordinaryWords.has(only)) continue;
    const key = `${from} ${to}`;
    const span = spans.get(key) ?? { from, to, concepts: [], weight: 0 };
    span.concepts.push(concept);
    span.weight = Math.max(span.weight, weight);
    spans.set(key, span);
  }
  const facets: (Facet & { from: number; to: number; weak: boolean })[] = [];
  for (const span of spans.values()) {
    const words = tokens.slice(span.from, span.to);
    const before = facets.at(-1);
    const between = before ? tokens.slice(before.to, span.from).map((token) => token.lower) : [];
    if (before && between.length <= 2 && between.includes('or')) {
      before.concepts = narrowestTerms([...before.concepts, ...span.concepts], thesaurus);
      before.words.push(...words.map((token) => token.stem));
      before.label += ` or ${words.map((token) => token.raw).join(' ')}`;
      before.to = span.to;
      continue;
    }
    const generic = span.concepts.every((concept) => thesaurus.concepts[concept]!.generic);
    facets.push({
      label: words.map((token) => token.raw).join(' '),
      concepts: narrowestTerms(span.concepts, thesaurus),
      words: words.map((token) => token.stem),
      weight: generic ? 0.4 : 1,
      weak: span.weight < 1,
      from: span.from,
      to: span.to,
    });
  }
  const covered = new Set(facets.flatMap(({ from, to }) => tokens.slice(from, to)));
  const unknown = tokens.filter((token) => !covered.has(token) && lexicon.isSpecific(token));
  const specific = facets.some((facet) => !facet.weak && facet.weight === 1);
  const kept = specific ? facets.filter((facet) => !facet.weak) : facets;
  const unique = new Map<string, Facet>();
  for (const { label, concepts, words, weight } of kept) {
    const key = concepts.toSorted((a, b) => a - b).join(' ');
    const same = unique.get(key);
    if (same) same.words.push(...words);
    else unique.set(key, { label, concepts, words: [...words], weight: specific ? weight : 1 });
  }
  for (const token of unknown)
    if (!unique.has(token.stem))
      unique.set(token.stem, {
        label: token.raw,
        concepts: [],
        words: [token.stem],
        // A common word weighs little beside a known concept.
        weight:
          (specific ? 0.6 : 1) * (commonWords.has(token.lower) || commonWords.has(token.single) ? 0.5 : 1),
      });
  return [...unique.values()];
}

/** Parses a query: spelling, first hackathon, negations, track, year, major, and the rest as facets. */
export function parseSearchQuery(
  text: string,
  {
    thesaurus,
    lexicon,
    tracks,
    eventDate,
  }: { thesaurus: Thesaurus; lexicon: Lexicon; tracks: readonly string[]; eventDate: string },
): ParsedQuery {
  const academic = academicYear(eventDate);
  const clean = writtenOtherwise
    .reduce(
      (all, [written, meant]) => all.replace(written, meant),
      normalizeText(text.slice(0, limits.text.query)).slice(0, limits.text.query),
    )
    .replace(nonWord, (_, word: string, next: string | undefined) => `not ${word}${next ?? ','}`)
    .replace(/\b(\w+)n't\b/gi, '$1nt');
  const firstHackathon = asksForFirstHackathon.test(clean);
  const rest = firstHackathon ? clean.replace(asksForFirstHackathon, ' , ') : clean;
  const { tokens, corrections } = correctTokens(tokenize(rest), lexicon);
  const { wanted, unwanted } = splitNegations(tokens);

  const trackTaken = extractTracks(wanted, tracks);
  const yearTaken = extractYears(trackTaken.rest, academic);
  const majorTaken = extractMajors(yearTaken.rest, { hasYear: yearTaken.years.length > 0, thesaurus });
  const facets = facetsOf(majorTaken.rest, thesaurus, lexicon);

  const not: ParsedQuery['not'] = { concepts: [], majors: [], years: [], tracks: [], hackathon: false };
  for (const scope of unwanted) {
    const track = extractTracks(scope, tracks);
    const year = extractYears(track.rest, academic);
    not.tracks.push(...track.tracks);
    not.years.push(...year.years);
    const cued = year.rest.some((token) => majorCue.test(token.lower));
    const major = extractMajors(year.rest, { hasYear: false, thesaurus, negated: true, cued });
    not.majors.push(...major.majors);
    const named = findMentions(major.rest, thesaurus, { query: true }).map(({ concept }) => concept);
    // "Security but no CTF": what is asked for cannot be excluded as a whole.
    const asked = (concept: number) =>
      facets.some((facet) =>
        facet.concepts.some((wanted) => wanted === concept || isWithinTerm(wanted, concept, thesaurus)),
      );
    not.concepts.push(...narrowestTerms(named, thesaurus).filter((concept) => !asked(concept)));
  }
  return {
    corrections,
    facets,
    years: yearTaken.years,
    majors: majorTaken.majors,
    tracks: trackTaken.tracks,
    firstHackathon,
    not,
    words: majorTaken.rest.filter((token) => !ordinaryWords.has(token.lower)).map((token) => token.stem),
  };
}
