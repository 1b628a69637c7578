import { isOrdinary, synonymsOf } from './query-words.ts';
import type { Token } from './text.ts';
import type { TermNode, Thesaurus } from './thesaurus.ts';

/** A concept that several words of a text point to although none of its terms stands there. */
export interface Hint {
  concept: number;
  score: number;
  words: Token[];
}

const leastScore = 4;
const bySynonym = 0.75;
const leastWords = 2;
const nearBest = 0.8;
const maxHints = 3;
// A word that occurs in the terms of many concepts points to none.
const leastRarity = 1;

type Associations = ReadonlyMap<string, { rarity: number; concepts: ReadonlyMap<number, number> }>;
const compiled = new WeakMap<Thesaurus, Associations>();

/** Returns for each word of the thesaurus how rare it is and how often it occurs in the terms of each concept. */
function associationsOf(thesaurus: Thesaurus): Associations {
  const known = compiled.get(thesaurus);
  if (known) return known;
  const counts = new Map<string, Map<number, number>>();
  const walk = ({ uses, next }: TermNode, words: readonly string[]) => {
    // A name that is spelled in one way only ("NEAR") is no everyday word.
    for (const { concept, weight, exact } of uses)
      for (const word of exact === undefined ? words : []) {
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
      ([word, concepts]) => [word, { rarity: Math.log(size / concepts.size), concepts }] as const,
    ),
  );
  compiled.set(thesaurus, made);
  return made;
}

/** Returns the concepts that at least two words of a text point to, best first. */
export function findHints(tokens: readonly Token[], thesaurus: Thesaurus): Hint[] {
  const associations = associationsOf(thesaurus);
  const hints = new Map<number, Hint>();
  const seen = new Set<string>();
  for (const token of tokens) {
    if (isOrdinary(token) || seen.has(token.stem)) continue;
    seen.add(token.stem);
    const best = new Map<number, number>();
    for (const word of [token.stem, ...synonymsOf(token)]) {
      const found = associations.get(word);
      if (!found || found.rarity < leastRarity) continue;
      const share = word === token.stem ? 1 : bySynonym;
      for (const [concept, count] of found.concepts)
        best.set(concept, Math.max(best.get(concept) ?? 0, (share * found.rarity * count) / (count + 1)));
    }
    for (const [concept, score] of best) {
      const hint = hints.get(concept) ?? { concept, score: 0, words: [] };
      hint.score += score;
      hint.words.push(token);
      hints.set(concept, hint);
    }
  }
  const enough = [...hints.values()]
    .filter(({ score, words }) => words.length >= leastWords && score >= leastScore)
    .sort((a, b) => b.score - a.score || a.concept - b.concept);
  return enough.filter(({ score }) => score >= nearBest * enough[0]!.score).slice(0, maxHints);
}
