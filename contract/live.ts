import { endpoint } from './endpoint.ts';

/**
 * What a page can hear: that something of its own person (`me`), of their team, of all applications, of the check-ins, of
 * what organisers look at behind the `door`, of the scores or of judging has changed, or that it may have missed something
 * (`again`). Never what has changed: the page asks for that itself.
 */
export const liveEvents = [
  'me',
  'team',
  'applications',
  'check-ins',
  'door',
  'scores',
  'judging',
  'again',
] as const;
export type LiveEvent = (typeof liveEvents)[number];

export const subscribeToLiveEvents = endpoint({
  method: 'GET',
  path: '/live',
  summary: 'Server-sent events for the own role: that something has changed; 204 for who has nothing to hear',
  access: 'all',
  answer: 'stream',
  limit: { max: 60, seconds: 60 },
});

export const subscribeAsJudge = endpoint({
  method: 'GET',
  path: '/judge/live',
  summary: 'Server-sent events for judges: that judging has been paused or goes on',
  access: 'judge',
  answer: 'stream',
  limit: { max: 60, seconds: 60 },
});

export const subscribeAsReviewer = endpoint({
  method: 'GET',
  path: '/scores/live',
  summary: 'Server-sent events for reviewers: that there are new scores',
  access: 'reviewer',
  answer: 'stream',
  limit: { max: 60, seconds: 60 },
});
