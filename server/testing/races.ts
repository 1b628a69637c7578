import { setTimeout as sleep } from 'node:timers/promises';
import { type KyselyPlugin, type QueryId, type RootOperationNode, SelectQueryNode, TableNode } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { createTestApp, type TestApp } from './app.ts';

const rounds = 20;
/** A race without its guard is lost sooner or later; on a busy machine it may take more rounds until it is. */
const controlRounds = 100;

export interface RacingApp extends TestApp {
  /** Starts all calls at once, each slow between check and write, and returns their answers. */
  together: <T>(calls: (() => Promise<T>)[]) => Promise<T[]>;
}

/** Rewrites statements on their way to the database, to take a guard away and see the test fail without it. */
export function rewriting(rewrite: (node: RootOperationNode) => RootOperationNode): KyselyPlugin {
  return { transformQuery: ({ node }) => rewrite(node), transformResult: async ({ result }) => result };
}

/** Leaves out every row lock. */
export const withoutLocks = rewriting((node) =>
  SelectQueryNode.is(node) ? { ...node, endModifiers: undefined } : node,
);

/** Reports every deletion as one that found its row. */
export function withoutCounts(): KyselyPlugin {
  const deletions = new WeakSet<QueryId>();
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'DeleteQueryNode') deletions.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) =>
      deletions.has(queryId) ? { ...result, numAffectedRows: 1n } : result,
  };
}

/**
 * Waits after reads of these tables, as long as `left` says, so that others come between a check and its write. A table
 * may be followed by `alone` or `join`, where only one of both kinds of reading it is the check.
 */
class Pausing implements KyselyPlugin {
  left = 0;
  readonly #tables: string[];
  readonly #checks = new WeakSet<QueryId>();

  constructor(tables: string[]) {
    this.#tables = tables;
  }

  transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    const [from] = SelectQueryNode.is(node) ? (node.from?.froms ?? []) : [];
    if (!SelectQueryNode.is(node) || !from || !TableNode.is(from)) return node;
    const table = from.table.identifier.name;
    const kind = node.joins?.length ? 'join' : 'alone';
    if (this.#tables.some((name) => name === table || name === `${table} ${kind}`)) this.#checks.add(queryId);
    return node;
  }

  async transformResult<T>({ queryId, result }: { queryId: QueryId; result: T }): Promise<T> {
    if (this.left > 0 && this.#checks.has(queryId)) {
      this.left -= 1;
      await sleep(30 + Math.random() * 20);
    }
    return result;
  }
}

interface Slowness {
  /** The tables whose reading is the check. */
  paused: string[];
  /** So many checks of each race are followed by a pause, from the first on; 3 where nothing is said. */
  pauses?: number;
}

/** The whole program with 30 connections, slow when told to; `sabotage` takes one of its guards away. */
async function racingApp({ paused, pauses = 3 }: Slowness, sabotage?: KyselyPlugin): Promise<RacingApp> {
  const site = await createTestApp();
  const { db } = openDatabase(site.database.connection, { max: 30 });
  const pausing = new Pausing(paused);
  site.services.db = (sabotage ? db.withPlugin(sabotage) : db).withPlugin(pausing);
  return {
    ...site,
    together: async (calls) => {
      pausing.left = pauses;
      const answers = await Promise.all(calls.map((call) => call()));
      pausing.left = 0;
      return answers;
    },
    close: async () => {
      await db.destroy();
      await site.close();
    },
  };
}

/**
 * Declares two tests: that a property holds in 20 rounds of a race, and, as negative control, that more of the same rounds
 * see it break once `without` (all row locks) is taken away.
 */
export function race(
  name: string,
  round: (site: RacingApp) => Promise<void>,
  { without = withoutLocks, ...slowness }: Slowness & { without?: KyselyPlugin },
): void {
  const all = async (sabotage?: KyselyPlugin) => {
    const site = await racingApp(slowness, sabotage);
    try {
      for (let n = 0; n < (sabotage ? controlRounds : rounds); n += 1) await round(site);
    } finally {
      await site.close();
    }
  };
  test(name, () => all(), 60_000);
  test(`${name}: not without its guard`, () => expect(all(without)).rejects.toThrow(), 60_000);
}

/** How often each status came. */
export function countAnswers(answers: { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}
