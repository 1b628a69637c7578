import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../http/problem.ts';
import type { Db } from './open.ts';

/** Data that a transaction read before it could lock has changed: `transact` repeats it. */
export class RetryableConflict extends Error {}

const maxRepeats = 3;

/** Serialization failures and deadlocks: the database has rolled back, and a repeat may succeed. */
function isRetryable(error: unknown): boolean {
  return (
    error instanceof RetryableConflict ||
    ['40001', '40P01'].includes((error as { code?: string })?.code ?? '')
  );
}

/**
 * Runs `work` in one READ COMMITTED transaction, where a statement sees what was committed before it began: lock first,
 * count afterwards. Repeated at most 3 times after a deadlock or RetryableConflict, so `work` must do nothing outside the
 * database. Locks are taken in the order of `server/testing/lock-order.ts`. Throws `unavailable` when every repeat has failed.
 */
export async function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (repeat === maxRepeats) throw new Problem('unavailable', { retryAfter: 2, cause: error });
      await sleep(Math.random() * 10 * 2 ** repeat);
    }
  }
}
