import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { sign } from '../secret.ts';
import {
  decrementRateLimitCounts,
  deleteRateLimitsBefore,
  insertRateLimitCounts,
} from './rate-limits.queries.ts';

/** At most `max` within `milliseconds`, counted under `key` from the key's first call on. */
export interface RateLimit {
  key: string;
  max: number;
  milliseconds: number;
}

/** Counts calls and attempts under keys. `now` is in milliseconds. */
export interface RateLimitStore {
  /** Counts one under all limits and returns 0, or counts nothing and returns the milliseconds to wait. */
  consume(limits: readonly RateLimit[], now: number): number | Promise<number>;
  /** Takes back what `consume` counted, for an attempt that turned out to be right. */
  refund(limits: readonly RateLimit[]): void | Promise<void>;
}

type Stored = { db: Db; config: Config };

const maxKeys = 50_000;
/** How long a refusal is answered from memory, in milliseconds: a flood does not reach the database. */
const refusalMemory = 1000;

/** Counts in the memory of this copy, under at most 50,000 keys; beyond them the oldest are dropped. */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  consume(limits: readonly RateLimit[], now: number): number {
    const windows = limits.map((limit) => this.#windowOf(limit, now));
    const wait = Math.max(
      0,
      ...windows.map(({ count, endsAt }, index) => (count >= limits[index]!.max ? endsAt - now : 0)),
    );
    if (wait === 0) for (const window of windows) window.count += 1;
    return wait;
  }

  refund(limits: readonly RateLimit[]): void {
    for (const { key } of limits) {
      const window = this.#windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    }
  }

  #windowOf({ key, milliseconds }: RateLimit, now: number) {
    const found = this.#windows.get(key);
    // A window that ends later than a new one would is from before the clock was set back.
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

/** Counts in the database, for all copies of the program together. Keys are stored as keyed hashes: they hold addresses. */
export class SharedRateLimitStore implements RateLimitStore {
  readonly #services: Stored;
  readonly #refused = new MemoryRateLimitStore();

  constructor(services: Stored) {
    this.#services = services;
  }

  async consume(limits: readonly RateLimit[], now: number): Promise<number> {
    const { db } = this.#services;
    const refusals = limits.map(({ key }) => ({ key, max: 1, milliseconds: refusalMemory }));
    const remembered = this.#refused.consume(refusals, now);
    if (remembered === 0) this.#refused.refund(refusals);
    else return remembered;
    // In one order everywhere, so that two callers never wait for each other.
    const hashed = limits
      .map((limit) => ({ ...limit, hash: this.#hash(limit.key) }))
      .sort((one, other) => (one.hash < other.hash ? -1 : 1));
    const counts = await insertRateLimitCounts(
      db,
      hashed.map(({ hash, milliseconds }) => ({ key: hash, endsAt: new Date(now + milliseconds) })),
      new Date(now),
    );
    const found = new Map(counts.map((row) => [row.key, row]));
    const waits = hashed.map(({ hash, max }) => {
      const { count = 1, endsAt } = found.get(hash) ?? {};
      return count > max && endsAt ? endsAt.getTime() - now : 0;
    });
    const wait = Math.max(0, ...waits);
    if (wait > 0) {
      const exceeded = hashed.filter((_limit, index) => waits[index]! > 0);
      this.#refused.consume(
        exceeded.map(({ key }) => ({ key, max: 1, milliseconds: refusalMemory })),
        now,
      );
      await this.refund(limits);
    }
    return wait;
  }

  async refund(limits: readonly RateLimit[]): Promise<void> {
    if (limits.length === 0) return;
    await decrementRateLimitCounts(
      this.#services.db,
      limits.map(({ key }) => this.#hash(key)),
    );
  }

  #hash(key: string): string {
    return sign(this.#services.config.secretKey, 'rate limits', key).toString('base64url');
  }
}

/** Returns the counts that all copies share: in the database where it may serve several copies, else in memory. */
export function createRateLimitStore(services: Stored): RateLimitStore {
  return services.config.databaseUrl ? new SharedRateLimitStore(services) : new MemoryRateLimitStore();
}

/** Deletes the windows that are over. */
export async function deleteExpiredRateLimits({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await deleteRateLimitsBefore(db, now());
}
