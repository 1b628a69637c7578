import { queryClient } from '../lib/query-client.ts';
import { countsQuery, pageQuery } from './applications.ts';
import { viewOf } from './view-state.ts';

/** Asks for what the organisers' page shows first at the present address. */
export function fetchFirstPage(): void {
  void queryClient.prefetchQuery(pageQuery(viewOf(new URLSearchParams(location.search)), 0));
  void queryClient.prefetchQuery(countsQuery);
}
