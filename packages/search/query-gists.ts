import type { Emphasis } from './query-emphasis.ts';
import { type Facet, numberParts } from './query-facets.ts';
import { isOrdinary } from './query-words.ts';
import { fillerWords, type Token, tokenize } from './text.ts';
import type { Thesaurus } from './thesaurus.ts';
import { packGists, rateTopics } from './topics.ts';

/** What a part of a query is about: the share of each concept, by its position. */
export interface QueryGist {
  shares: Float32Array;
  weight: number;
  /** The number of the part. */
  part: number;
}

// How much more than by the next best concept a part is about the one whose name it is.
const byName = 1.4;

/** Returns the concepts that a part of a query names and says nothing beside: "people in machine learning". */
function namedBy(tokens: readonly Token[], facets: readonly Facet[], { concepts }: Thesaurus): number[] {
  const content = tokens.filter((token) => !isOrdinary(token) && !fillerWords.has(token.lower));
  const whole = facets.filter(
    ({ vague, forms }) => !vague && content.every(({ lower }) => forms.includes(lower)),
  );
  const isName = ({ concepts: own, words }: Facet) =>
    own.some((concept) => tokenize(concepts[concept]!.label).some(({ stem }) => words.includes(stem)));
  return whole.filter(isName).flatMap((facet) => facet.concepts);
}

/**
 * Returns the gist of each part of a query that has one. A concept's name says what a part is about, whatever else its
 * single words stand for: "machine learning" is not about learning in schools.
 */
export function listGists(
  tokens: readonly Token[],
  thesaurus: Thesaurus,
  emphasis: Emphasis,
  facets: readonly Facet[],
): QueryGist[] {
  const partOf = numberParts(tokens);
  return [...Map.groupBy(tokens.keys(), (at) => partOf[at]!).entries()].flatMap(([part, positions]) => {
    const own = positions.map((at) => tokens[at]!);
    const topics = rateTopics(own, thesaurus);
    const score = byName * (topics[0]?.score ?? 1);
    const here = facets.filter((facet) => facet.part === part);
    const named = namedBy(own, here, thesaurus).map((concept) => ({ concept, score, words: own }));
    const packed = packGists([
      [...named, ...topics.filter(({ concept }) => !named.some((other) => other.concept === concept))],
    ]);
    if (named.length + topics.length === 0) return [];
    const shares = new Float32Array(thesaurus.concepts.length);
    for (const [slot, share] of packed.shares.entries()) shares[packed.concepts[slot]!]! += share;
    return [{ shares, weight: emphasis(own[0]!.start), part }];
  });
}
