import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './open.ts';

const tries = 4;

// A serialization failure and a deadlock: the database has undone everything, and a repeat may well succeed.
const repeatable = new Set(['40001', '40P01']);

/**
 * Does some work in one transaction (READ COMMITTED) and returns what it returned, after the commit. It is repeated, up
 * to three times, when the database chose it as the victim of a deadlock; so the work must have no other effects.
 */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= tries || !repeatable.has((error as { code?: string }).code ?? '')) throw error;
      await wait(10 * attempt + 20 * Math.random());
    }
  }
}
