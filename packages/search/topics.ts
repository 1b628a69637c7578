import type { Token } from './text.ts';
import type { TermNode, Thesaurus } from './thesaurus.ts';
import { isOrdinary } from './words.ts';

/** A concept that words of a text point to, though none of its terms need stand there. */
interface Topic {
  concept: number;
  score: number;
  words: number;
}

// A word in this many terms of a concept counts half as much as it ever can.
const saturation = 0.7;
const leastScore = 4.5;
const nearBest = 0.8;
const maxHints = 3;

type Associations = ReadonlyMap<string, { rarity: number; concepts: ReadonlyMap<number, number> }>;
const compiled = new WeakMap<Thesaurus, Associations>();

/** Returns the number of concepts that a word points to: the perplexity of how often it occurs in the terms of each. */
function countConcepts(concepts: ReadonlyMap<number, number>): number {
  const counts = [...concepts.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Math.exp(-counts.reduce((sum, count) => sum + (count / total) * Math.log(count / total), 0));
}

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

/** Returns the concepts that at least two words of a text clearly point to, best first; each with its share of the best's score. */
export function findTopics(
  tokens: readonly Token[],
  thesaurus: Thesaurus,
): { concept: number; share: number }[] {
  const associations = associationsOf(thesaurus);
  const topics = new Map<number, Topic>();
  const seen = new Set<string>();
  for (const token of tokens) {
    if (isOrdinary(token) || seen.has(token.stem)) continue;
    seen.add(token.stem);
    const found = associations.get(token.stem);
    for (const [concept, count] of found?.concepts ?? []) {
      const topic = topics.get(concept) ?? { concept, score: 0, words: 0 };
      topic.score += (found!.rarity * count) / (count + saturation);
      topic.words += 1;
      topics.set(concept, topic);
    }
  }
  const clear = [...topics.values()]
    .filter(({ score, words }) => words >= 2 && score >= leastScore)
    .sort((a, b) => b.score - a.score || a.concept - b.concept);
  return clear
    .filter(({ score }) => score >= nearBest * clear[0]!.score)
    .slice(0, maxHints)
    .map(({ concept, score }) => ({ concept, share: score / clear[0]!.score }));
}
