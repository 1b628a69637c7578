import { useQuery } from '@tanstack/react-query';
import { getEvent } from '../../contract/event/site.ts';
import { cachedQuery } from './call.ts';

/** The event; the last answer is cached for offline use. */
export const eventQuery = {
  ...cachedQuery('event', ['event'], getEvent),
  staleTime: Number.POSITIVE_INFINITY,
};

/** The event of this site; undefined until it has arrived. */
export function useEvent() {
  return useQuery(eventQuery).data;
}
