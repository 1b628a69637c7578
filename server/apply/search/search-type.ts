import type { SearchType } from '../../../contract/apply/search.ts';
import { limits } from '../../../contract/limits.ts';
import type { ParsedQuery } from '../../../packages/search/query.ts';

/** Counts the tokens of a text. White space is collapsed first; special tokens count as plain text. */
export async function countTokens(text: string): Promise<number> {
  // The table is large: it is loaded at the first search.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return countTokens(text.replace(/\s+/g, ' ').trim(), { disallowedSpecial: new Set() });
}

const several = /[?;:]|[.!]\s+\S|\b(?:but|because|who also|so that)\b/i;

/** Suggests Vector for short queries and RAG for long ones, never a type whose warning the query would raise. */
export function suggestSearchType(text: string, tokens: number, query: ParsedQuery): SearchType {
  if (tokens < limits.search.ragMin) return 'vector';
  if (tokens > limits.search.vectorMax) return 'rag';
  const { not } = query;
  const asked =
    query.facets.length +
    [query.majors, query.years, query.tracks].filter((list) => list.length > 0).length +
    Number(query.firstHackathon);
  const denied =
    not.concepts.length + not.names.length + not.majors.length + not.years.length + not.tracks.length;
  return asked >= 2 || denied > 0 || several.test(text) ? 'rag' : 'vector';
}
