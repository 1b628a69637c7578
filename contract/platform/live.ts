import { endpoint } from './endpoint.ts';

/** What everybody who is signed in hears of: the announcements, and the queue for `help`. */
export const sharedLiveEvents = ['announcements', 'help'] as const;

/**
 * What a live event says has changed: one's account (`me`), one's team, the applications, the check-ins, the check-in
 * overview (`check-in-overview`), the scores, judging, what everybody hears of, the `event` by its settings; `again` means
 * that events may have been missed. An event never carries data: the page asks for them itself. `notifySubscribers` in
 * `server/platform/live/notify.ts` is where they begin.
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

export const subscribeToLiveEvents = endpoint('GET /live', {
  summary:
    'Subscribe to changes that concern you, as server-sent events; 204 when there is nothing to subscribe to',
  access: 'all',
  response: 'stream',
  limit: { max: 60, seconds: 60 },
});

export const subscribeAsJudge = endpoint('GET /judge/live', {
  summary: 'Subscribe as a judge to pauses of judging, as server-sent events',
  access: 'judge',
  response: 'stream',
  limit: { max: 60, seconds: 60 },
});

export const subscribeAsReviewer = endpoint('GET /scores/live', {
  summary: 'Subscribe as a reviewer to new scores, as server-sent events',
  access: 'reviewer',
  response: 'stream',
  limit: { max: 60, seconds: 60 },
});
