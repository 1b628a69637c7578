import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../http/problem.ts';
import type { Db } from './open.ts';

/** What a transaction found before it could lock has changed meanwhile: `transact` begins it again. */
export class RetryableConflict extends Error {}

const repeats = 3;

/** Serialisation failures and deadlocks: the database has undone everything, and a repeat may well succeed. */
function mayRepeat(error: unknown): boolean {
  return (
    error instanceof RetryableConflict ||
    ['40001', '40P01'].includes((error as { code?: string })?.code ?? '')
  );
}

/**
 * Runs `work` in one READ COMMITTED transaction, where a statement sees what was committed before it began: lock first,
 * count afterwards. Begun again at most 3 times after a deadlock or `Moved`, so `work` must do nothing outside the
 * database. Locks are taken in one order everywhere: teams by id, users by id, applications, join requests. Throws
 * unavailable when the repeats are used up.
 */
export async function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      if (repeat === repeats) throw new Problem('unavailable', { retryAfter: 2, cause: error });
      await sleep(Math.random() * 10 * 2 ** repeat);
    }
  }
}
