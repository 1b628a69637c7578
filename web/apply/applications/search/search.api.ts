import {
  determineSearchType,
  type SearchAnswer,
  type SearchType,
  searchRag,
  searchVector,
} from '../../../../contract/apply/search.ts';
import { type CallInput, call } from '../../../lib/call.ts';

export const fetchSearchType = (query: string) => call(determineSearchType, { body: { query } });

export function fetchSearchResults(
  type: SearchType,
  body: CallInput<typeof searchVector>['body'],
  signal: AbortSignal,
): Promise<SearchAnswer> {
  return call(type === 'vector' ? searchVector : searchRag, { body, signal });
}
