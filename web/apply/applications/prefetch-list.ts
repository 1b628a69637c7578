import { queryClient } from '../../lib/call.ts';
import { applicationPageQuery } from './applications.api.ts';
import { readListView } from './use-view-state.ts';

/** Asks for the first rows of the list while the code of the page loads. */
export function prefetchList(): void {
  void queryClient.prefetchQuery(applicationPageQuery(readListView(new URLSearchParams(location.search)), 0));
}
