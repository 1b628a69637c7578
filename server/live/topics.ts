import type { LiveEvent } from '../../contract/live.ts';
import type { SessionHolder } from '../sessions/sessions.service.ts';
import type { Topic } from './notify.ts';

/**
 * What somebody may hear, and what each of it is called for them: teams and people are their own, lists an organiser's. A
 * judge hears of the pause, a reviewer of the scores, and neither of anything else.
 */
export function listTopics(hearer: SessionHolder): Map<Topic, LiveEvent> {
  if (hearer.kind === 'judge') return new Map([['pause', 'judging']]);
  if (hearer.kind === 'reviewer') return new Map([['scores', 'scores']]);
  const { id, teamId, role } = hearer;
  const topics = new Map<Topic, LiveEvent>([[`user:${id}`, 'me']]);
  if (teamId) topics.set(`team:${teamId}`, 'team');
  if (role === 'admin') topics.set('applications', 'applications').set('door', 'door');
  if (role !== 'hacker') topics.set('check-ins', 'check-ins');
  if (role === 'admin')
    for (const topic of ['scores', 'pause', 'judging'] as const) topics.set(topic, 'judging');
  return topics;
}
