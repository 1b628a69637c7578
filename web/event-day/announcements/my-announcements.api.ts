import { queryOptions } from '@tanstack/react-query';
import { listMyAnnouncements } from '../../../contract/event-day/announcements.ts';
import type { User } from '../../../contract/people/users.ts';
import { call } from '../../lib/call.ts';
import { fetchOrCached } from '../../lib/offline-cache.ts';

/** The announcements that a person received, newest first; the last answer is cached for offline use. */
export const myAnnouncementsQuery = (user: Pick<User, '_id'>) =>
  queryOptions({
    queryKey: ['announcements', 'mine', user._id],
    queryFn: ({ signal }) =>
      fetchOrCached(`announcements:${user._id}`, () => call(listMyAnnouncements, { signal })),
  });
