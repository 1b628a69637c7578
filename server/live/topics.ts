import type { LiveEvent } from '../../contract/live.ts';
import type { SignedIn } from '../people/sessions.service.ts';
import type { Topic } from './notify.ts';

/** What somebody may hear, and what each of it is called for them: teams and people are their own, lists an organiser's. */
export function topicsOf({ id, teamId, role }: SignedIn): Map<Topic, LiveEvent> {
  const topics = new Map<Topic, LiveEvent>([[`user:${id}`, 'me']]);
  if (teamId) topics.set(`team:${teamId}`, 'team');
  if (role === 'admin') topics.set('applications', 'applications').set('door', 'door');
  if (role !== 'hacker') topics.set('check-ins', 'check-ins');
  return topics;
}
