import { findMentions } from './find-mentions.ts';
import { findHints, findLooseHints } from './hints.ts';
import type { Emphasis } from './query-emphasis.ts';
import type { Lexicon } from './query-spelling.ts';
import { isEnglish, ordinaryWords, personalWords } from './query-words.ts';
import { joiningWords, type Token, tokenize } from './text.ts';
import { narrowestTerms, type Thesaurus } from './thesaurus.ts';
import type { TextTopic } from './topics.ts';

/** One thing that is asked for: any of its concepts, or the word itself when no concept is known. */
export interface Facet {
  label: string;
  concepts: number[];
  words: string[];
  weight: number;
  /** The words as written, in lower case, also without plural. */
  forms: string[];
  /** An everyday word for something narrower than its concepts: evidence must contain the word itself. */
  vague: boolean;
  /** People are to want to learn it, not to know it. */
  wish: boolean;
  /** The number of the part of the query that it belongs to. */
  part: number;
}

const formsOf = ({ lower, single }: Token): string[] => [lower, single];
const sharedStart = 4;

/** Returns whether an English word is none of its concepts' names: "sleep" for health, but not "designers" for design. */
function isVague(token: Token, concepts: readonly number[], { concepts: all }: Thesaurus): boolean {
  if (!isEnglish(token)) return false;
  const start = token.lower.slice(0, sharedStart);
  return !concepts.some((concept) =>
    tokenize(all[concept]!.label).some(({ lower, stem }) => lower.startsWith(start) || stem === token.stem),
  );
}

interface FoundFacet extends Omit<Facet, 'part' | 'wish'> {
  from: number;
  to: number;
  weak: boolean;
  /** The words that hint at it, when no term stands there. */
  hinted?: Token[];
}

const hintWeight = 0.6;

/** Returns the number of the part that each word belongs to: parts end at commas and at words like `and`. */
export function numberParts(tokens: readonly Token[]): number[] {
  let part = 0;
  return tokens.map(({ breakBefore, lower }) => (breakBefore || joiningWords.has(lower) ? ++part : part));
}

/** Adds a facet of the hinted concepts. */
function addHinted(
  facets: FoundFacet[],
  hints: TextTopic[],
  from: number,
  to: number,
  thesaurus: Thesaurus,
): void {
  const concepts = hints.map(({ concept }) => concept);
  const words = [...new Set(hints.flatMap((hint) => hint.words))].sort((a, b) => a.start - b.start);
  facets.push({
    label: words.map(({ raw }) => raw).join(' '),
    concepts: narrowestTerms(concepts, thesaurus),
    words: words.map(({ stem }) => stem),
    weight: hintWeight,
    forms: words.flatMap(formsOf),
    vague: true,
    weak: false,
    from,
    to,
    hinted: words,
  });
}

/** Adds a facet for each part of the query without one whose words point to a concept. */
function addHints(facets: FoundFacet[], tokens: Token[], thesaurus: Thesaurus, isRequest: boolean): void {
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && !tokens[to]!.breakBefore && !joiningWords.has(tokens[to]!.lower)) to += 1;
    const own = facets.filter((facet) => facet.from >= from && facet.from < to);
    if (!own.some(({ weight, weak, vague }) => weight === 1 && !weak && !vague)) {
      const hints = findHints(tokens.slice(from, to), thesaurus);
      if (hints.length > 0) addHinted(facets, hints, from, to, thesaurus);
    }
    from = to;
  }
  if (facets.some(({ weak, vague }) => !weak && !vague)) return;
  const clear = findHints(tokens, thesaurus);
  const whole = clear.length > 0 || !isRequest ? clear : findLooseHints(tokens, thesaurus);
  if (whole.length > 0) addHinted(facets, whole, 0, tokens.length, thesaurus);
}

interface Span {
  from: number;
  to: number;
  concepts: number[];
  weight: number;
}

/** Returns the spans of words that name concepts, each with all of its concepts. */
function findSpans(tokens: Token[], thesaurus: Thesaurus): Iterable<Span> {
  const spans = new Map<string, Span>();
  for (const { concept, weight, from, to } of findMentions(tokens, thesaurus, { query: true })) {
    // "We are building …" does not ask for buildings; but Go is a language.
    const only = to - from === 1 ? tokens[from]!.lower : 'go';
    if (only !== 'go' && (ordinaryWords.has(only) || personalWords.has(only))) continue;
    const key = `${from} ${to}`;
    const span = spans.get(key) ?? { from, to, concepts: [], weight: 0 };
    span.concepts.push(concept);
    span.weight = Math.max(span.weight, weight);
    spans.set(key, span);
  }
  return spans.values();
}

/** Returns a facet for each span of concepts; spans joined by `or` are one. */
function findNamed(tokens: Token[], thesaurus: Thesaurus): FoundFacet[] {
  const facets: FoundFacet[] = [];
  for (const span of findSpans(tokens, thesaurus)) {
    const words = tokens.slice(span.from, span.to);
    const before = facets.at(-1);
    const between = before ? tokens.slice(before.to, span.from).map((token) => token.lower) : [];
    if (before && between.length <= 2 && between.includes('or')) {
      before.concepts = narrowestTerms([...before.concepts, ...span.concepts], thesaurus);
      before.words.push(...words.map((token) => token.stem));
      before.forms.push(...words.flatMap(formsOf));
      before.vague = false;
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
      forms: words.flatMap(formsOf),
      vague: words.length === 1 && (span.weight < 1 || isVague(words[0]!, span.concepts, thesaurus)),
      weak: span.weight < 1,
      from: span.from,
      to: span.to,
    });
  }
  return facets;
}

/** Returns the facets of the remaining words: the spans of concepts, spans joined by `or` as one, then unknown words. */
export function extractFacets(
  tokens: Token[],
  thesaurus: Thesaurus,
  lexicon: Lexicon,
  {
    emphasis,
    isRequest,
    isWish,
  }: { emphasis: Emphasis; isRequest: boolean; isWish: (position: number) => boolean },
): { facets: Facet[]; named: Set<Token>; literal: Set<Token> } {
  const facets = findNamed(tokens, thesaurus);
  addHints(facets, tokens, thesaurus, isRequest);
  const covered = new Set(facets.flatMap(({ from, to, hinted }) => hinted ?? tokens.slice(from, to)));
  const specific = facets.some((facet) => !facet.weak && facet.weight >= hintWeight);
  const unknown = tokens.filter(
    (token) => !covered.has(token) && !personalWords.has(token.lower) && lexicon.isSpecific(token),
  );
  const partOf = numberParts(tokens);
  const named = new Set(facets.flatMap(({ weak, from }) => (weak ? [] : [partOf[from]])));
  // "Apps for farmers" asks for two things; "running a server" does not ask for runners.
  const chosen = facets.filter(({ weak, from }) => !weak || !specific || !named.has(partOf[from]));
  const unique = new Map<string, Facet>();
  for (const { label, concepts, words, weight, forms, vague, from } of chosen) {
    const own = (specific ? weight : 1) * emphasis(tokens[from]!.start);
    const wish = isWish(tokens[from]!.start);
    const key = `${wish} ${concepts.toSorted((a, b) => a - b).join(' ')}`;
    const same = unique.get(key);
    if (same) {
      same.words.push(...words);
      same.forms.push(...forms);
      same.weight = Math.max(same.weight, own);
    } else
      unique.set(key, {
        label: wish ? `wants to learn ${label}` : label,
        concepts,
        words: [...words],
        weight: own,
        forms,
        vague,
        wish,
        part: partOf[from]!,
      });
  }
  for (const token of unknown)
    if (!unique.has(token.stem))
      unique.set(token.stem, {
        label: isWish(token.start) ? `wants to learn ${token.raw}` : token.raw,
        concepts: [],
        words: [token.stem],
        // An English word beside a known concept says how, not what.
        weight: (specific ? (isEnglish(token) ? 0.1 : 0.6) : 1) * emphasis(token.start),
        forms: formsOf(token),
        vague: false,
        wish: isWish(token.start),
        part: partOf[tokens.indexOf(token)]!,
      });
  return { facets: [...unique.values()], named: covered, literal: new Set(unknown) };
}
