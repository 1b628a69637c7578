import {
  determineSearchType,
  type SearchAnswer,
  type SearchType,
  searchRag,
  searchVector,
} from '../../../../contract/apply/search.ts';
import { type CallInput, call } from '../../../lib/call.ts';

/** Returns which search suits the query, and how many tokens it has. */
export const fetchSearchType = (query: string) => call(determineSearchType, { body: { query } });

/** Runs a search of the given type. */
export function fetchSearchResults(
  type: SearchType,
  body: CallInput<typeof searchVector>['body'],
  signal: AbortSignal,
): Promise<SearchAnswer> {
  return call(type === 'vector' ? searchVector : searchRag, { body, signal });
}
