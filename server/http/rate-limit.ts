import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Services } from '../services.ts';
import type { Actor } from './access.ts';
import { fail } from './problem.ts';

const general = { max: 300, seconds: 60 };
// Behind one address there may be a whole campus that is not signed in yet.
const perAddress = 20;
const maxKeys = 50_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call and refuses it when the caller made too many. Throws too_many_requests. */
    limiter: (declared: Endpoint, actor: Actor, request: FastifyRequest) => void;
  }
}

/** The address that a limit counts: IPv4 whole (also when mapped into IPv6), IPv6 by its /64. */
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

/** Counts calls by key, each in a window of `length` milliseconds that begins with the key's first call. */
class Windows {
  private readonly length: number;
  private readonly byKey = new Map<string, { count: number; until: number }>();

  constructor(length: number) {
    this.length = length;
  }

  /** Counts one call; returns how many milliseconds are left until one is allowed again, 0 when this one is. */
  count(key: string, max: number, now: number): number {
    const window = this.byKey.get(key);
    if (!window || window.until <= now) {
      if (this.byKey.size >= maxKeys) this.makeRoom(now);
      this.byKey.delete(key);
      this.byKey.set(key, { count: 1, until: now + this.length });
      return max >= 1 ? 0 : this.length;
    }
    window.count += 1;
    return window.count > max ? window.until - now : 0;
  }

  // Windows lie in the order of their beginnings, and so of their ends.
  private makeRoom(now: number): void {
    for (const [key, { until }] of this.byKey) {
      if (until > now && this.byKey.size < maxKeys) break;
      this.byKey.delete(key);
    }
  }
}

/**
 * The limiter of an app, in its memory: a call with a limit of its own counts alone, all others together; per person where
 * somebody is signed in (a whole campus shares one address), else per address.
 */
export function createRateLimiter({ config, now }: Services) {
  const groups = new Map<string, Windows>();
  return (declared: Endpoint, actor: Actor, request: FastifyRequest): void => {
    const { max, seconds } = declared.limit ?? general;
    const name = declared.limit ? `${declared.method} ${declared.path}` : 'general';
    let windows = groups.get(name);
    if (!windows) {
      windows = new Windows(seconds * 1000);
      groups.set(name, windows);
    }
    const known = actor.kind !== 'anonymous';
    const key = known ? actor.id : toAddressKey(request.ip);
    const allowed = Math.ceil(max * config.rateLimitScale * (known || declared.limit ? 1 : perAddress));
    const left = windows.count(key, allowed, now().getTime());
    if (left > 0) fail('too_many_requests', { retryAfter: Math.ceil(left / 1000) });
  };
}
