import type { LiveEvent } from '../../../contract/platform/live.ts';
import type { SessionHolder } from '../sessions/sessions.service.ts';
import type { Topic } from './notify.ts';

/**
 * Returns the topics that a subscriber receives, each with the event it is sent as: users their own account and team, the announcements and the publishing of results,
 * organizers the lists, a judge the pause, a reviewer the scores.
 */
export function listTopics(subscriber: SessionHolder): Map<Topic, LiveEvent> {
  if (subscriber.kind === 'judge') return new Map([['pause', 'judging']]);
  if (subscriber.kind === 'reviewer') return new Map([['scores', 'scores']]);
  const { id, teamId, role } = subscriber;
  const topics = new Map<Topic, LiveEvent>([
    [`user:${id}`, 'me'],
    ['announcements', 'announcements'],
    ['results', 'announcements'],
  ]);
  if (teamId) topics.set(`team:${teamId}`, 'team');
  if (role === 'admin')
    topics.set('applications', 'applications').set('check-in-overview', 'check-in-overview');
  if (role !== 'hacker') topics.set('check-ins', 'check-ins');
  if (role === 'admin')
    for (const topic of ['scores', 'pause', 'judging', 'projects', 'results'] as const)
      topics.set(topic, 'judging');
  return topics;
}
