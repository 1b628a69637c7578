import { queryOptions, useQuery } from '@tanstack/react-query';
import { getEvent } from '../../contract/event/site.ts';
import { call } from './call.ts';
import { fetchOrCached } from './offline-cache.ts';

/** The event; the last answer is cached for offline use. */
export const eventQuery = queryOptions({
  queryKey: ['event'],
  queryFn: ({ signal }) => fetchOrCached('event', () => call(getEvent, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The event of this site; undefined until it has arrived. */
export function useEvent() {
  return useQuery(eventQuery).data;
}
