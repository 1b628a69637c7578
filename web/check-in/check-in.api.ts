import { queryOptions } from '@tanstack/react-query';
import { type CheckIn, countCheckIns, listCheckedIn } from '../../contract/check-in.ts';
import { call } from '../lib/call.ts';
import { fetchOrCached } from '../lib/offline-cache.ts';
import { queryClient } from '../lib/query-client.ts';

/**
 * Everybody checked in at a checkpoint, newest first, and when that was fetched; refetched every 10 s while the page is
 * open. Without a network, the last answer on this device.
 */
export const checkedInQuery = (checkpoint: string) =>
  queryOptions({
    queryKey: ['check-ins', 'list', checkpoint],
    queryFn: ({ signal }) =>
      fetchOrCached(`checked-in ${checkpoint}`, async () => ({
        at: Date.now(),
        list: await call(listCheckedIn, { query: { checkpoint }, signal }),
      })),
    refetchInterval: 10_000,
  });

/** How many are checked in at each checkpoint. */
export const checkInCountsQuery = queryOptions({
  queryKey: ['check-ins', 'counts'],
  queryFn: ({ signal }) => call(countCheckIns, { signal }),
  refetchInterval: 30_000,
});

/** Adds a new check-in to the top of the list, and refetches the list. */
export function addToCheckedInList(checkIn: CheckIn): void {
  const query = checkedInQuery(checkIn.checkpoint);
  queryClient.setQueryData(query.queryKey, (known) =>
    known && !known.list.some(({ _id }) => _id === checkIn._id)
      ? { ...known, list: [checkIn, ...known.list] }
      : known,
  );
  void queryClient.invalidateQueries(query);
  void queryClient.invalidateQueries(checkInCountsQuery);
}
