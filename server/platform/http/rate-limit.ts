import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import type { Services } from '../services.ts';
import type { Actor } from './access.ts';
import { fail } from './problem.ts';
import { MemoryRateLimitStore } from './rate-limit-store.ts';

const general = { max: 300, seconds: 60 };
// Behind one address there may be a whole campus that is not signed in yet.
const perAddress = 20;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call. Throws `too_many_requests`. */
    limiter: (endpoint: Endpoint, actor: Actor, request: FastifyRequest) => Promise<void> | void;
  }
}

/** Returns what a limit counts of an address: IPv4 whole (also when mapped into IPv6), IPv6 by its /64. */
export function toAddressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Throws `too_many_requests` when there are milliseconds to wait. */
export function requireNoWait(milliseconds: number): void {
  if (milliseconds > 0) fail('too_many_requests', { retryAfter: Math.ceil(milliseconds / 1000) });
}

/**
 * Creates the limiter of an app: a call with a limit of its own counts alone, all others together; per person where
 * somebody is signed in (a whole campus shares one address), else per address. Limits of a minute protect this copy of the
 * program and are counted in its memory; longer ones protect people and are counted for all copies together.
 */
export function createCallLimiter({ config, now, rateLimits }: Services) {
  const memory = new MemoryRateLimitStore();
  return (endpoint: Endpoint, actor: Actor, request: FastifyRequest): Promise<void> | void => {
    const { max, seconds } = endpoint.limit ?? general;
    const name = endpoint.limit ? `${endpoint.method} ${endpoint.path}` : 'general';
    const isKnown = actor.kind !== 'anonymous';
    const caller = isKnown ? actor.id : toAddressKey(request.ip);
    const scale = config.rateLimitScale * (isKnown || endpoint.limit ? 1 : perAddress);
    const limit = { key: `${name} ${caller}`, max: Math.ceil(max * scale), milliseconds: seconds * 1000 };
    const store = seconds > 60 ? rateLimits : memory;
    const wait = store.consume([limit], now().getTime());
    return typeof wait === 'number' ? requireNoWait(wait) : wait.then(requireNoWait);
  };
}
