import pg from 'pg';
import { afterEach, expect } from 'vitest';

// Each module locks its rows in its `x.locks.ts`, before it decides. These locks are all FOR NO KEY UPDATE: two of them
// exclude each other, while a new row may still point at the locked one. Elsewhere:
// - The check-in statement locks its application's row itself.
// - Judging locks whole tables while it numbers judges or demo tables, and the key of a rubric while it assigns a table.
// - The withdrawal of a project locks the demo tables last, so that it waits for scores.
// - A push subscription is inserted with the row of its session locked (FOR KEY SHARE), so that a logout waits for it.
// - Due pushes are claimed with SKIP LOCKED, which waits for nobody.
// - The trigger of a new application locks its person (FOR SHARE), whom the callers have locked already.

/** The tables in the order in which a transaction locks their rows, several of one by id; keys come before all of them. */
const order = ['teams', 'users', 'applications', 'join_requests', 'check_ins', 'judges'];

interface Lock {
  rank: number;
  /** The locked row, where the statement names it by its id. */
  id?: string;
}

/** Returns the explicit lock that a statement takes; undefined when it takes none. */
function parseLock(text: string, values: unknown[]): Lock | undefined {
  if (/pg_advisory_xact_lock/.test(text)) return { rank: -1 };
  const [, table = ''] = /^select .*? from "(\w+)".* for no key update$/s.exec(text) ?? [];
  if (!table) return undefined;
  const byId = /where "id" = \$1 for no key update$/.test(text);
  return { rank: order.indexOf(table), ...(byId && { id: String(values[0]) }) };
}

/** Watches the statements of all connections of this process; returns where what is wrong is noted. */
function watchLocks(): string[] {
  const violations: string[] = [];
  const held = new WeakMap<object, Lock[]>();
  const observe = (client: object, text: string, values: unknown[]) => {
    if (/^(begin|start transaction|commit|rollback)\b/.test(text)) held.set(client, []);
    const lock = parseLock(text, values);
    const locks = held.get(client);
    if (!lock || !locks) return;
    const outOfOrder = locks.find(
      ({ rank, id = '' }) => rank > lock.rank || (rank === lock.rank && rank >= 0 && lock.id && id > lock.id),
    );
    if (outOfOrder) violations.push(`${text} after a lock on ${order[outOfOrder.rank]}`);
    locks.push(lock);
  };
  const query = pg.Client.prototype.query as Query;
  pg.Client.prototype.query = function (this: pg.Client, statement: unknown, ...rest: unknown[]) {
    const { text, values } = (
      typeof statement === 'string' ? { text: statement, values: rest[0] } : (statement ?? {})
    ) as { text?: unknown; values?: unknown };
    if (typeof text === 'string') observe(this, text, Array.isArray(values) ? values : []);
    return query.call(this, statement, ...rest);
  } as typeof pg.Client.prototype.query;
  return violations;
}

type Query = (this: pg.Client, statement: unknown, ...rest: unknown[]) => unknown;

// This file runs before each test file, and the files of a worker share the driver: it is wrapped once.
const shared = globalThis as { lockViolations?: string[] };
shared.lockViolations ??= watchLocks();
const violations = shared.lockViolations;

// Every test of the server fails when a transaction takes its locks in another order.
afterEach(() => expect(violations.splice(0)).toEqual([]));
