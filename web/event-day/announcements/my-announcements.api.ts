import { listMyAnnouncements } from '../../../contract/event-day/announcements.ts';
import type { User } from '../../../contract/people/users.ts';
import { cachedQuery } from '../../lib/call.ts';

/** The announcements that a person received, newest first; the last answer is cached for offline use. */
export const myAnnouncementsQuery = ({ _id }: Pick<User, '_id'>) =>
  cachedQuery(`announcements:${_id}`, ['announcements', 'mine', _id], listMyAnnouncements);
