import { endpoint } from './endpoint.ts';

/**
 * What a page can hear: that something of its own person (`me`), of their team, of all applications, of the check-ins or
 * of what organisers look at behind the `door` has changed, or that it may have missed something (`again`). Never what has changed: the page asks for that itself.
 */
export const liveEvents = ['me', 'team', 'applications', 'check-ins', 'door', 'again'] as const;
export type LiveEvent = (typeof liveEvents)[number];

export const listenLive = endpoint({
  method: 'GET',
  path: '/live',
  summary: 'Server-sent events for the own role: that something has changed; 204 for who has nothing to hear',
  access: 'all',
  answer: 'stream',
  limit: { max: 60, seconds: 60 },
});
