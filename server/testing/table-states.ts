import { sql } from 'kysely';
import type { TestApp } from './app.ts';

// What refused calls may write: a failed attempt is counted, a refused scan recorded, a session renewed.
const countsRefusals = new Set(['check_in_attempts', 'team_attempts', 'sessions']);

/** What every write changes: how many rows each table has, and its newest transaction. */
export async function readTables(site: TestApp): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(site.services.db);
  const states = tables
    .filter(({ name }) => !countsRefusals.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, concat(count(*), ' ', max(t.xmin::text::bigint)) as state from "${name}" t
          ${name === 'audit' ? "where not t.detail ? 'call'" : ''}`,
    );
  const { rows: found } = await sql
    .raw<{ name: string; state: string }>(states.join(' union all '))
    .execute(site.services.db);
  return new Map(found.map(({ name, state }) => [name, state]));
}
