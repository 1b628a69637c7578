import { academicYear, asksForFirstHackathon, type Year } from './facts.ts';
import { findMentions } from './find-mentions.ts';
import { searchLimits } from './limits.ts';
import { blankMatches, extractConditions, type QueryConditions } from './query-conditions.ts';
import { blankIndifference, findEmphasis, findWishes, isRequestForPeople } from './query-emphasis.ts';
import { extractFacets, type Facet } from './query-facets.ts';
import { listGists, type QueryGist } from './query-gists.ts';
import { type Correction, correctTokens, type Lexicon } from './query-spelling.ts';
import { extractMajors, extractTracks, extractYears } from './query-structure.ts';
import { listClauses, type QueryClause, type Understanding } from './query-understanding.ts';
import { isEnglish, ordinaryWords } from './query-words.ts';
import { keepTokens, normalizeText, type Token, tokenize } from './text.ts';
import { isWithinTerm, narrowestTerms, type Thesaurus } from './thesaurus.ts';

export interface ParsedQuery {
  corrections: Correction[];
  facets: Facet[];
  /** Any of these; empty when not asked for. */
  years: Year[];
  majors: number[];
  /** Concepts that the names of the majors mean as well: "PhD students in machine learning". */
  majorSkills: number[];
  tracks: string[];
  firstHackathon: boolean;
  conditions: QueryConditions;
  clauses: QueryClause[];
  /** False when too little was understood for any result. */
  understood: boolean;
  not: Excluded;
  /** What its parts are about. */
  gists: QueryGist[];
  /** The stems of everything asked for and not excluded, for the word score. */
  words: string[];
}

interface Excluded {
  concepts: number[];
  names: ExcludedName[];
  majors: number[];
  years: Year[];
  tracks: string[];
  hackathon: boolean;
}

/** A name that is narrower than its concept: "Tableau" excludes who uses that, not everybody with such tools. */
interface ExcludedName {
  label: string;
  stems: string[];
  forms: string[];
}

const cue =
  /^(?:not|no|without|excluding|exclude|excludes|except|excepting|minus|non|never|lacking|lack|lacks|dont|doesnt|isnt|arent|havent|hasnt|cant|cannot|didnt|wont|neither|nor|avoid|avoids|avoiding|skip|skipping|besides|hate|hates|dislike|dislikes|zero|nobody|nothing|unfamiliar)$/;
const cuesOfTwo = new Set(
  'other than,rather than,instead of,apart from,aside from,far from,away from,nothing to,free of'.split(','),
);
const butCue = /^(?:any|every)(?:thing|one|body) but$|^all but$/;
const resuming = new Set('who with but knows know has have can wants want plus having and'.split(' '));
const positiveVerbs = new Set(
  'know knows have has can with who wants want is are does do built build uses use loves love'.split(' '),
);

/** Splits a query's words into those asked for and those excluded. */
function splitNegations(
  tokens: Token[],
  text: string,
  thesaurus: Thesaurus,
): { wanted: Token[]; unwanted: Token[][] } {
  const terms = findMentions(tokens, thesaurus, { query: true });
  const wanted: Token[] = [];
  const unwanted: Token[][] = [];
  let scope: Token[] | undefined;
  for (const [at, token] of tokens.entries()) {
    const two = `${token.lower} ${tokens[at + 1]?.lower ?? ''}`;
    const starts = cue.test(token.lower) || cuesOfTwo.has(two) || butCue.test(two);
    // "Without writing it twice" says how, not who.
    const manner =
      token.lower === 'without' &&
      /ing$/.test(tokens[at + 1]?.lower ?? '') &&
      /^(?:it|them|this|that|us|anything)$/.test(tokens[at + 2]?.lower ?? '');
    // "People who cannot see" and "cars without drivers" are terms; "not Unity" and "without code" exclude.
    const isInTerm =
      token.lower !== 'not' &&
      terms.some(({ from, to }) => at < to && (at > from || (at === from && token.lower !== 'without')));
    if (starts && !manner && !isInTerm) {
      if (scope && scope.length === 0) continue;
      scope = [];
      // "Instructions nobody reads" excludes nobody.
      if (!/^nobody (?!who|with|that|from)/.test(two)) unwanted.push(scope);
      continue;
    }
    const before = tokens[at - 1];
    if (before && /[.?!;]\s/.test(text.slice(before.end, token.start))) scope = undefined;
    // "Never programmed, Python" asks for Python; "without, say, Python" does not.
    if (scope && scope.length > 0 && !scope[0]!.breakBefore && token.breakBefore) scope = undefined;
    if (scope?.some((earlier) => earlier.single === 'track' || !ordinaryWords.has(earlier.lower))) {
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
// What the askers do not have is what they look for: "we have no designer", "none of us can design".
const lacking = new RegExp(
  [
    "\\b(?:we|i|us|(?:our|my) team(?: of \\p{L}+)?) (?:still )?(?:lacks?|ha(?:ve|s) (?:no|nobody|no one)|do(?:es)?(?: not|n't) have)\\b",
    '\\b(?:none of us|(?:nobody|no one) (?:of us|(?:on|in) our team))\\b',
  ].join('|'),
  'giu',
);
const writtenOtherwise: [RegExp, string][] = [
  [lacking, 'we need'],
  [whoAsks, ''],
  [/\bw\/o\b/gi, 'without'],
  [/\bb\.? ?tech\b/gi, 'btech'],
  [/\bm\.? ?tech\b/gi, 'mtech'],
  [oneWord, 'non'],
];
function isNarrowName(words: readonly Token[], concept: number, { concepts }: Thesaurus): boolean {
  const label = tokenize(concepts[concept]!.label).map((token) => token.stem);
  return words.some((word) => !isEnglish(word)) && !words.some((word) => label.includes(word.stem));
}

const majorCue = /\b(?:majors?|majoring|majored|degrees?|stud(?:y|ies|ying|ent|ents))\b/i;

interface QueryContext {
  thesaurus: Thesaurus;
  lexicon: Lexicon;
  tracks: readonly string[];
  checkpoints: readonly { id: string; name: string }[];
  eventDate: string;
}

/** Returns the query as its rules read it: "w/o", "non-CS majors" and "don't" are spelled out. */
function rewrite(text: string): string {
  return writtenOtherwise
    .reduce(
      (all, [written, meant]) => all.replace(written, meant),
      normalizeText(text.slice(0, searchLimits.query)).slice(0, searchLimits.query),
    )
    .replace(nonWord, (_, word: string, next: string | undefined) => `not ${word}${next ?? ','}`)
    .replace(/\b(\w+)n't\b/gi, '$1nt');
}

/** Parses what is excluded, and returns its words as well. What the `facets` ask for cannot be excluded as a whole. */
function parseExcluded(
  unwanted: Token[][],
  facets: Facet[],
  { thesaurus, tracks, eventDate }: QueryContext,
): { not: Excluded; excluded: Set<Token> } {
  const academic = academicYear(eventDate);
  const excluded = new Set<Token>();
  const not: Excluded = { concepts: [], names: [], majors: [], years: [], tracks: [], hackathon: false };
  for (const scope of unwanted) {
    const track = extractTracks(scope, tracks);
    const year = extractYears(track.rest, academic);
    not.tracks.push(...track.tracks);
    not.years.push(...year.years);
    const cued = year.rest.some((token) => majorCue.test(token.lower));
    const major = extractMajors(year.rest, { hasYear: false, thesaurus, negated: true, cued });
    not.majors.push(...major.majors);
    const rest = new Set(major.rest);
    for (const token of scope) if (!rest.has(token)) excluded.add(token);
    const mentions = findMentions(major.rest, thesaurus, { query: true });
    for (const { from, to } of mentions) for (const token of major.rest.slice(from, to)) excluded.add(token);
    const names = mentions.filter(({ concept, from, to }) =>
      isNarrowName(major.rest.slice(from, to), concept, thesaurus),
    );
    const wide = mentions.filter((mention) => !names.includes(mention));
    const concepts = wide.map(({ concept }) => concept);
    for (const from of new Set(names.map((name) => name.from))) {
      if (wide.some((mention) => mention.from === from)) continue;
      const words = major.rest.slice(from, names.find((name) => name.from === from)!.to);
      not.names.push({
        label: words.map(({ raw }) => raw).join(' '),
        stems: words.map((word) => word.stem),
        forms: words.map(({ lower }) => lower),
      });
    }
    // "Security but no CTF": what is asked for cannot be excluded as a whole.
    const asked = (concept: number) =>
      facets.some((facet) =>
        facet.concepts.some((wanted) => wanted === concept || isWithinTerm(wanted, concept, thesaurus)),
      );
    not.concepts.push(...narrowestTerms(concepts, thesaurus).filter((concept) => !asked(concept)));
  }
  return { not, excluded };
}

/**
 * Parses a query in plain English, which has no operators: spelling, first hackathon, negations, track, year, major, and the rest as facets.
 */
export function parseSearchQuery(text: string, context: QueryContext): ParsedQuery {
  const { thesaurus, lexicon, tracks, checkpoints, eventDate } = context;
  const clean = blankIndifference(rewrite(text));
  const extracted = extractConditions(clean, checkpoints);
  const { conditions, spans } = extracted;
  const rest = blankMatches(extracted.rest, asksForFirstHackathon, (from, to) => spans.push([from, to]));
  const firstHackathon = rest !== extracted.rest;
  const { tokens, corrections } = correctTokens(tokenize(rest), lexicon);
  const { wanted, unwanted } = splitNegations(tokens, rest, thesaurus);

  const trackTaken = extractTracks(wanted, tracks);
  const yearTaken = extractYears(trackTaken.rest, academicYear(eventDate));
  const majorTaken = extractMajors(yearTaken.rest, { hasYear: yearTaken.years.length > 0, thesaurus });
  const emphasis = findEmphasis(clean);
  const wishes = findWishes(clean);
  const isWish = (position: number) => wishes.some(({ from, to }) => position >= from && position < to);
  const cues = new Set(
    majorTaken.rest.filter(({ start }) => wishes.some(({ from, cueEnd }) => start >= from && start < cueEnd)),
  );
  const asked = keepTokens(majorTaken.rest, (token) => !cues.has(token));
  const isRequest = isRequestForPeople(clean);
  const { facets, named, literal } = extractFacets(asked, thesaurus, lexicon, {
    emphasis,
    isRequest,
    isWish,
  });
  for (const token of cues) named.add(token);
  const left = new Set(majorTaken.rest);
  const structured = new Set(wanted.filter((token) => !left.has(token)));
  const { not, excluded } = parseExcluded(unwanted, facets, context);
  const understanding: Understanding = { isRequest, structured, excluded, facets, named, literal, spans };
  return {
    corrections,
    facets,
    conditions,
    ...listClauses(clean, tokens, understanding),
    years: yearTaken.years,
    majors: majorTaken.majors,
    majorSkills: majorTaken.skills,
    tracks: trackTaken.tracks,
    firstHackathon,
    not,
    // Gists are made of what people have done.
    gists: listGists(asked, thesaurus, emphasis, facets).filter(
      ({ part }) => !facets.some((facet) => facet.wish && facet.part === part),
    ),
    words: asked.filter((token) => !ordinaryWords.has(token.lower)).map((token) => token.stem),
  };
}
