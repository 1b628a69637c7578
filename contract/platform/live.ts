import { endpoint } from './endpoint.ts';

/** What all signed-in people are notified of: the announcements, and the queue for `help`. */
export const sharedLiveEvents = ['announcements', 'help'] as const;

/**
 * What has changed, according to a live event: the account (`me`), the team, the applications, the check-ins, the check-in
 * overview (`check-in-overview`), the scores, judging, what everybody is notified of, or the settings (`event`). `again`
 * means that events may have been missed. An event carries no data: the page fetches it. `notifySubscribers` in
 * `server/platform/live/notify.ts` sends them.
 */
export const liveEvents = [
  ...sharedLiveEvents,
  'me',
  'team',
  'applications',
  'check-ins',
  'check-in-overview',
  'scores',
  'judging',
  'event',
  'again',
] as const;
export type LiveEvent = (typeof liveEvents)[number];

export const subscribeToLiveEvents = endpoint('GET /live', 'all', {
  summary:
    'Subscribe to changes that concern you, as server-sent events; 204 when there is nothing to subscribe to',
  response: 'stream',
  limit: { max: 60, seconds: 60 },
});

export const subscribeAsJudge = endpoint('GET /judge/live', 'judge', {
  summary: 'Subscribe as a judge to pauses of judging, as server-sent events',
  response: 'stream',
  limit: { max: 60, seconds: 60 },
});

export const subscribeAsReviewer = endpoint('GET /scores/live', 'reviewer', {
  summary: 'Subscribe as a reviewer to new scores, as server-sent events',
  response: 'stream',
  limit: { max: 60, seconds: 60 },
});
