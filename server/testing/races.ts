import { setTimeout as sleep } from 'node:timers/promises';
import {
  AliasNode,
  type KyselyPlugin,
  type QueryId,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open.ts';
import { createTestApp, type TestApp } from './app.ts';

/** Set in the long run alone, which also shows that each race can be lost. */
const { RACE_ROUNDS } = process.env;
const rounds = Number(RACE_ROUNDS ?? 2);
/** Without its guard a race is lost sooner or later; on a busy machine it may take more rounds. */
const controlRounds = 100;

export interface RacingApp extends TestApp {
  /** Starts all calls at once, with pauses between check and write, and returns their answers. */
  together: <T>(calls: (() => Promise<T>)[]) => Promise<T[]>;
  /** Those of the tables whose reads are the check that nothing has read. */
  unread: Set<string>;
}

/** Rewrites statements on their way to the database, to remove a guard and see the test fail without it. */
export function rewriteStatements(rewrite: (node: RootOperationNode) => RootOperationNode): KyselyPlugin {
  return { transformQuery: ({ node }) => rewrite(node), transformResult: async ({ result }) => result };
}

const omitRowLocks = (node: RootOperationNode) =>
  SelectQueryNode.is(node) ? { ...node, endModifiers: undefined } : node;

const omitKeyLocks = (node: RootOperationNode) =>
  RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.includes('pg_advisory_xact_lock'))
    ? RawNode.createWithSql('select 1')
    : node;

/** Leaves out every row lock. */
export const withoutLocks = rewriteStatements(omitRowLocks);

/** Leaves out the locks on keys (`lockKey`). */
export const withoutKeyLocks = rewriteStatements(omitKeyLocks);

/** Leaves out both, where either is enough. */
export const withoutAnyLocks = rewriteStatements((node) => omitKeyLocks(omitRowLocks(node)));

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
 * Pauses after the next `left` reads of these tables, so that other calls come between a check and its write. A table may
 * be followed by `alone` or `join` when only reads without, or with, a join are the check.
 */
class Pausing implements KyselyPlugin {
  left = 0;
  readonly #tables: string[];
  readonly #checks = new WeakSet<QueryId>();
  /** The tables that no statement has read yet. */
  readonly unread: Set<string>;

  constructor(tables: string[]) {
    this.#tables = tables;
    this.unread = new Set(tables);
  }

  transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    const [first] = SelectQueryNode.is(node) ? (node.from?.froms ?? []) : [];
    const from = first && AliasNode.is(first) ? first.node : first;
    if (!SelectQueryNode.is(node) || !from || !TableNode.is(from)) return node;
    const table = from.table.identifier.name;
    const kind = node.joins?.length ? 'join' : 'alone';
    const named = this.#tables.filter((name) => name === table || name === `${table} ${kind}`);
    for (const name of named) this.unread.delete(name);
    if (named.length > 0) this.#checks.add(queryId);
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

/** What removes a guard: a plugin for all statements, or a change of the database. */
type Sabotage = KyselyPlugin | ((site: TestApp) => Promise<unknown>);

interface RaceOptions {
  /** The tables whose reads are the check, where a pause after them is needed. */
  paused?: string[];
  /** How many checks of each round are followed by a pause; 3 by default. */
  pauses?: number;
  /** The rate limits, as on a real site with 1. */
  rateLimitScale?: number;
}

/** Starts the whole program with 30 connections and pauses; `sabotage` removes one of its guards. */
async function createRacingApp(
  { paused = [], pauses = 3, rateLimitScale }: RaceOptions,
  sabotage?: Sabotage,
): Promise<RacingApp> {
  const site = await createTestApp(rateLimitScale ? { rateLimitScale } : {});
  // A busy machine must not turn a wait into a refusal: how long calls wait is not what a race is about.
  const { db, pool } = openDatabase(site.database.connection, { max: 30, maintenance: true });
  pool.options.connectionTimeoutMillis = 60_000;
  const pausing = new Pausing(paused);
  const plugin = typeof sabotage === 'object' ? sabotage : undefined;
  site.services.db = (plugin ? db.withPlugin(plugin) : db).withPlugin(pausing);
  if (typeof sabotage === 'function') await sabotage(site);
  return {
    ...site,
    unread: pausing.unread,
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
 * Declares that a property holds in some rounds of a race and, as negative control in `npm run test:long`, that it breaks in
 * at most 100 of them when `without` (all row locks) is removed. Rounds mostly wait, so the tests of a file run side by side,
 * each on a database of its own, unless `alone`.
 */
export function race(
  name: string,
  round: (site: RacingApp) => Promise<void>,
  {
    without = withoutLocks,
    alone = false,
    ...options
  }: RaceOptions & { without?: Sabotage; alone?: boolean },
): void {
  const runRounds = async (sabotage?: Sabotage) => {
    const site = await createRacingApp(options, sabotage);
    try {
      for (let n = 0; n < (sabotage ? controlRounds : rounds); n += 1) await round(site);
      // A pause after what nothing reads would leave the race to chance.
      if (!sabotage) expect([...site.unread]).toEqual([]);
    } finally {
      await site.close();
    }
  };
  const declare = alone ? test : test.concurrent;
  declare(name, () => runRounds(), 240_000);
  if (RACE_ROUNDS)
    declare(`${name}: not without its guard`, () => expect(runRounds(without)).rejects.toThrow(), 240_000);
}

/** How often each status came. */
export function countAnswers(answers: { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}
