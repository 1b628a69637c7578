import type { Emphasis } from './query-emphasis.ts';
import { numberParts } from './query-facets.ts';
import type { Token } from './text.ts';
import type { Thesaurus } from './thesaurus.ts';
import { packGists, rateTopics } from './topics.ts';

/** What a part of a query is about: the share of each concept, by its position. */
export interface QueryGist {
  shares: Float32Array;
  weight: number;
  /** The number of the part. */
  part: number;
}

/** Returns the gist of each part of a query that has one. */
export function listGists(tokens: readonly Token[], thesaurus: Thesaurus, emphasis: Emphasis): QueryGist[] {
  const partOf = numberParts(tokens);
  return [...Map.groupBy(tokens.keys(), (at) => partOf[at]!).entries()].flatMap(([part, positions]) => {
    const own = positions.map((at) => tokens[at]!);
    const topics = rateTopics(own, thesaurus);
    if (topics.length === 0) return [];
    const packed = packGists([topics]);
    const shares = new Float32Array(thesaurus.concepts.length);
    for (const [slot, share] of packed.shares.entries()) shares[packed.concepts[slot]!]! += share;
    return [{ shares, weight: emphasis(own[0]!.start), part }];
  });
}
