import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open.ts';
import { createTestApp, type TestApp } from './app.ts';
import { withoutLocks } from './races.ts';

/** Calls at once, and the connections that they share. */
const connections = 8;

/** Starts the whole program with few connections, so that its calls wait for each other. */
export async function createModelApp(): Promise<TestApp> {
  const site = await createTestApp();
  // A busy machine must not turn a wait into a refusal, which no order of the calls explains.
  const { db, pool } = openDatabase(site.database.connection, { max: connections, maintenance: true });
  pool.options.connectionTimeoutMillis = 60_000;
  site.services.db = db;
  return {
    ...site,
    close: async () => {
      await db.destroy();
      await site.close();
    },
  };
}

/**
 * Declares two tests: that `play`, which sends batches of chosen calls at once and explains each batch by an order of them,
 * never fails; and, as negative control, that it does without row locks.
 */
export function explainRandomCalls<Choice>(
  about: string,
  getSite: () => TestApp,
  choice: fc.Arbitrary<Choice>,
  { batches, runs, play }: { batches: number; runs: number; play: (plan: Choice[][]) => Promise<void> },
): void {
  const plan = fc.array(fc.array(choice, { minLength: connections, maxLength: connections }), {
    minLength: batches,
    maxLength: batches,
  });
  const explain = (numRuns: number) =>
    fc.assert(fc.asyncProperty(plan, play), { numRuns, endOnFailure: true });
  test(
    `${runs * batches * connections} random calls ${about}: each batch is one in some order`,
    () => explain(runs),
    240_000,
  );
  test('the same calls: not without row locks', async () => {
    const { services } = getSite();
    services.db = services.db.withPlugin(withoutLocks);
    // Sooner or later.
    await expect(explain(10 * runs)).rejects.toThrow();
  }, 240_000);
}
