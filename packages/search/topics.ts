import { isOrdinary } from './query-words.ts';
import type { Token } from './text.ts';
import type { TermNode, Thesaurus } from './thesaurus.ts';

/** A concept that words of a text point to, though none of its terms need stand there. */
export interface TextTopic {
  concept: number;
  score: number;
  words: Token[];
}

// A word in this many terms of a concept counts half as much as it ever can.
const saturation = 0.7;

/** Returns the number of concepts that a word points to: the perplexity of how often it occurs in the terms of each. */
function countConcepts(concepts: ReadonlyMap<number, number>): number {
  const counts = [...concepts.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Math.exp(-counts.reduce((sum, count) => sum + (count / total) * Math.log(count / total), 0));
}

type Associations = ReadonlyMap<string, { rarity: number; concepts: ReadonlyMap<number, number> }>;
const compiled = new WeakMap<Thesaurus, Associations>();

/** Returns for each word of the thesaurus how rare it is and how often it occurs in the terms of each concept. */
function associationsOf(thesaurus: Thesaurus): Associations {
  const known = compiled.get(thesaurus);
  if (known) return known;
  const counts = new Map<string, Map<number, number>>();
  const walk = ({ uses, next }: TermNode, words: readonly string[]) => {
    for (const { concept, weight } of uses)
      for (const word of words) {
        const own = counts.get(word) ?? new Map<number, number>();
        own.set(concept, (own.get(concept) ?? 0) + weight / Math.sqrt(words.length));
        counts.set(word, own);
      }
    for (const [word, node] of next)
      walk(node, word === '*' || words.includes(word) ? words : [...words, word]);
  };
  walk(thesaurus.terms, []);
  const size = thesaurus.concepts.length;
  const made = new Map(
    [...counts].map(
      ([word, concepts]) => [word, { rarity: Math.log(size / countConcepts(concepts)), concepts }] as const,
    ),
  );
  compiled.set(thesaurus, made);
  return made;
}

/** Rates the concepts that the words of a text point to, best first. */
export function rateTopics(tokens: readonly Token[], thesaurus: Thesaurus): TextTopic[] {
  const associations = associationsOf(thesaurus);
  const topics = new Map<number, TextTopic>();
  const seen = new Set<string>();
  for (const token of tokens) {
    if (isOrdinary(token) || seen.has(token.stem)) continue;
    seen.add(token.stem);
    const found = associations.get(token.stem);
    for (const [concept, count] of found?.concepts ?? []) {
      const topic = topics.get(concept) ?? { concept, score: 0, words: [] };
      topic.score += (found!.rarity * count) / (count + saturation);
      topic.words.push(token);
      topics.set(concept, topic);
    }
  }
  return [...topics.values()].sort((a, b) => b.score - a.score || a.concept - b.concept);
}

const slots = 12;
const sharpness = 2.25;
const single = 0.9;

/**
 * The gist of some texts: of each its most likely concepts with their shares, a vector of length 1 (explicit semantic
 * analysis, Gabrilovich and Markovitch 2007, over the thesaurus instead of an encyclopedia). Text `n` has the slots from
 * `n * slots` on.
 */
export interface Gists {
  concepts: Uint16Array;
  shares: Float32Array;
}

/** Packs the gists of some texts, given as their topics, best first. */
export function packGists(texts: readonly (readonly TextTopic[])[]): Gists {
  const concepts = new Uint16Array(texts.length * slots);
  const shares = new Float32Array(texts.length * slots);
  for (const [at, topics] of texts.entries()) {
    const best = topics.slice(0, slots);
    const length = Math.hypot(...best.map(({ score }) => score ** sharpness));
    for (const [slot, { concept, score }] of best.entries()) {
      concepts[at * slots + slot] = concept;
      shares[at * slots + slot] = score ** sharpness / length;
    }
  }
  return { concepts, shares };
}

/**
 * Returns how far some texts are about a gist, given as the share of each concept: several that are near count more than one
 * (noisy or of the cosines). `nearest` is the number of the nearest text.
 */
export function compareGists(
  { concepts, shares }: Gists,
  asked: Float32Array,
): { value: number; nearest: number; nearness: number } {
  let missing = 1;
  let [nearest, nearness] = [0, 0];
  for (let from = 0; from < concepts.length; from += slots) {
    let cosine = 0;
    for (let slot = from; slot < from + slots && shares[slot]! > 0; slot++)
      cosine += asked[concepts[slot]!]! * shares[slot]!;
    missing *= 1 - single * cosine;
    if (cosine > nearness) [nearest, nearness] = [from / slots, cosine];
  }
  return { value: 1 - missing, nearest, nearness };
}
