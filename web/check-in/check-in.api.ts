import { queryOptions } from '@tanstack/react-query';
import { type CheckIn, listCheckedIn } from '../../contract/check-in.ts';
import { call } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';

/** Everybody who is in, newest first; looked up again every 10 s while the page is open. */
export const checkedInQuery = queryOptions({
  queryKey: ['check-ins'],
  queryFn: ({ signal }) => call(listCheckedIn, { signal }),
  refetchInterval: 10_000,
});

/** Puts somebody who has just come in at the head of the list, and asks the server for what else has changed. */
export function showCheckedIn(checkIn: CheckIn): void {
  queryClient.setQueryData(checkedInQuery.queryKey, (list) =>
    list?.some(({ _id }) => _id === checkIn._id) ? list : list && [checkIn, ...list],
  );
  void queryClient.invalidateQueries(checkedInQuery);
}
