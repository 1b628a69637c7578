import * as contract from '../../../../contract/apply/search.ts';
import { type CallInput, call } from '../../../lib/call.ts';

export const fetchSearchType = (query: string) => call(contract.determineSearchType, { body: { query } });

export function fetchSearchResults(
  type: contract.SearchType,
  body: CallInput<typeof contract.searchVector>['body'],
  signal: AbortSignal,
): Promise<contract.SearchAnswer> {
  return call(type === 'vector' ? contract.searchVector : contract.searchRag, { body, signal });
}
