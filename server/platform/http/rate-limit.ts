import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { sign } from '../secret.ts';
import { fail } from './problem.ts';
import * as queries from './rate-limits.queries.ts';

/** At most `max` within `milliseconds`, counted under `key` from its first call. */
export interface RateLimit {
  key: string;
  max: number;
  milliseconds: number;
}

/** Counts calls and attempts under keys. `now` is in milliseconds. */
export interface RateLimitStore {
  /** Counts one under all limits and returns 0, or counts nothing and returns the milliseconds to wait. */
  consume(limits: readonly RateLimit[], now: number): number | Promise<number>;
  /** Takes back what `consume` counted, for an attempt that succeeded. */
  refund(limits: readonly RateLimit[]): void | Promise<void>;
}

interface Clock {
  now: () => Date;
}
type Stored = { db: Db; config: Config };

const maxKeys = 50_000;
/** How long refusals are answered from memory, in milliseconds, so that a flood does not reach the database. */
const refusalMemory = 1000;
const toRefusal = ({ key }: { key: string }): RateLimit => ({ key, max: 1, milliseconds: refusalMemory });

/** Counts in the memory of this instance, under at most 50,000 keys; beyond them the oldest are dropped. */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  consume(limits: readonly RateLimit[], now: number): number {
    const wait = this.getWait(limits, now);
    if (wait === 0) for (const limit of limits) this.#windowOf(limit, now).count += 1;
    return wait;
  }

  /** Returns the milliseconds to wait, and counts nothing. */
  getWait(limits: readonly RateLimit[], now: number): number {
    const waits = limits.map((limit) => {
      const { count, endsAt } = this.#windowOf(limit, now);
      return count >= limit.max ? endsAt - now : 0;
    });
    return Math.max(0, ...waits);
  }

  refund(limits: readonly RateLimit[]): void {
    for (const { key } of limits) {
      const window = this.#windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    }
  }

  #windowOf({ key, milliseconds }: RateLimit, now: number) {
    const found = this.#windows.get(key);
    // A window that ends later than a new one would was opened before the clock was set back.
    if (found && found.endsAt > now && found.endsAt <= now + milliseconds) return found;
    if (this.#windows.size >= maxKeys) this.#deleteOldest(now);
    const window = { count: 0, endsAt: now + milliseconds };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    return window;
  }

  #deleteOldest(now: number): void {
    for (const [key, { endsAt }] of this.#windows)
      if (endsAt <= now || this.#windows.size >= maxKeys) this.#windows.delete(key);
  }
}

/** Counts in the database, for all instances together. Keys are stored as keyed hashes, since they contain addresses. */
export class SharedRateLimitStore implements RateLimitStore {
  readonly #services: Stored;
  readonly #refused = new MemoryRateLimitStore();

  constructor(services: Stored) {
    this.#services = services;
  }

  async consume(limits: readonly RateLimit[], now: number): Promise<number> {
    const { db } = this.#services;
    const remembered = this.#refused.getWait(limits.map(toRefusal), now);
    if (remembered > 0) return remembered;
    // In the same order everywhere, so that two callers never deadlock.
    const hashed = limits
      .map((limit) => ({ ...limit, hash: this.#hash(limit.key) }))
      .sort((one, other) => (one.hash < other.hash ? -1 : 1));
    const counts = await queries.insertRateLimitCounts(
      db,
      hashed.map(({ hash, milliseconds }) => ({ key: hash, endsAt: new Date(now + milliseconds) })),
      new Date(now),
    );
    const found = new Map(counts.map((row) => [row.key, row]));
    const exceeded = hashed.flatMap(({ key, hash, max }) => {
      const { count = 1, endsAt } = found.get(hash) ?? {};
      return count > max && endsAt ? [{ key, wait: endsAt.getTime() - now }] : [];
    });
    if (exceeded.length === 0) return 0;
    this.#refused.consume(exceeded.map(toRefusal), now);
    await this.refund(limits);
    return Math.max(...exceeded.map(({ wait }) => wait));
  }

  async refund(limits: readonly RateLimit[]): Promise<void> {
    if (limits.length === 0) return;
    await queries.decrementRateLimitCounts(
      this.#services.db,
      limits.map(({ key }) => this.#hash(key)),
    );
  }

  #hash(key: string): string {
    return sign(this.#services.config.secretKey, 'rate limits', key).toString('base64url');
  }
}

/**
 * Returns the counters that all instances share: in the database if it can serve several instances, otherwise in memory.
 */
export function createRateLimitStore(services: Stored): RateLimitStore {
  return services.config.databaseUrl ? new SharedRateLimitStore(services) : new MemoryRateLimitStore();
}

/** Deletes expired windows. */
export async function deleteExpiredRateLimits({ db, now }: Clock & { db: Db }): Promise<void> {
  await queries.deleteRateLimitsBefore(db, now());
}

const general = { max: 300, seconds: 60 };
// A whole campus that is not signed in yet can share one address.
const perAddress = 20;

/** The caller's id; without one, a call is counted by its address. */
interface Caller {
  kind: string;
  id?: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call. Throws `too_many_requests`. */
    limiter: (endpoint: Endpoint, caller: Caller, request: FastifyRequest) => Promise<void> | void;
  }
}

/**
 * Returns the part of an address that limits count: all of an IPv4 address (also when mapped into IPv6), the first groups
 * of an IPv6 one, by default its /64.
 */
export function toAddressKey(ip: string, groupCount = 4): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, groupCount)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Like `toAddressKey`, but with the /48 of an IPv6 address, the most that one customer usually gets, so that an attacker's
 * 65,536 networks count as one.
 */
export const toNetworkKey = (ip: string): string => toAddressKey(ip, 3);

/** Returns a keyed hash of `toNetworkKey`, which distinguishes networks without naming them. */
export function hashNetwork({ secretKey }: Config, purpose: string, ip: string): Buffer {
  return sign(secretKey, purpose, toNetworkKey(ip));
}

/** Throws `too_many_requests` if there are milliseconds to wait. */
export function requireNoWait(milliseconds: number): void {
  if (milliseconds > 0) fail('too_many_requests', { retryAfter: Math.ceil(milliseconds / 1000) });
}

/**
 * Creates an app's limiter. A call with its own limit is counted separately, all others together: per person when signed in
 * (a whole campus shares one address), otherwise per address. Limits per minute protect this instance and are counted in
 * its memory; longer ones protect people and are counted for all instances together.
 */
export function createCallLimiter(services: Clock & { config: Config; rateLimits: RateLimitStore }) {
  const { config, now, rateLimits } = services;
  const memory = new MemoryRateLimitStore();
  return (endpoint: Endpoint, { id }: Caller, request: FastifyRequest): Promise<void> | void => {
    const { max, seconds } = endpoint.limit ?? general;
    const name = endpoint.limit ? `${endpoint.method} ${endpoint.path}` : 'general';
    const scale = config.rateLimitScale * (id || endpoint.limit ? 1 : perAddress);
    const limit = {
      key: `${name} ${id ?? toAddressKey(request.ip)}`,
      max: Math.ceil(max * scale),
      milliseconds: seconds * 1000,
    };
    const store = seconds > 60 ? rateLimits : memory;
    const wait = store.consume([limit], now().getTime());
    return typeof wait === 'number' ? requireNoWait(wait) : wait.then(requireNoWait);
  };
}
