import { sql } from 'kysely';
import { escapeIdentifier as quote } from 'pg';
import type { Db } from './open.ts';

/** The schema of the job queue. */
const queue = 'graphile_worker';

export const oneRoleWarning =
  'The database role of the running program owns its tables, so a flaw in the program could change or drop them. Give them to a second role and name it in DATABASE_OWNER_URL (docs/operations.md, Database roles).';

/** Whether the role of this connection could alter or drop the site's tables, or create others. */
export async function canChangeSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select has_schema_privilege(current_schema(), 'create') or exists (
      select from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')
    ) as can`.execute(db);
  return rows[0]!.can;
}

/**
 * Lets the role of the running program read and write the rows of every table, and nothing else. `db` belongs to the role
 * that owns the tables. Repeats are harmless, but not two at once.
 */
export async function grantToProgram(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string; version: number; owner: string; database?: string }>`
    select current_schema() as schema, current_setting('server_version_num')::int as version,
      current_user as owner, (select datname from pg_database
        where datname = current_database() and pg_has_role(datdba, 'usage')) as database`.execute(db);
  const { schema, version, owner, database } = rows[0]!;
  if (owner === role) return;
  const to = quote(role);
  // From 17 on, statistics after a large import can be brought up to date without owning the tables.
  const rights = `select, insert, update, delete${version >= 170_000 ? ', maintain' : ''}`;
  const statements = [schema, queue].flatMap((name) => [
    `grant usage on schema ${quote(name)} to ${to}`,
    `grant ${rights} on all tables in schema ${quote(name)} to ${to}`,
    `grant usage, select, update on all sequences in schema ${quote(name)} to ${to}`,
  ]);
  await db.transaction().execute(async (trx) => {
    for (const statement of [
      ...statements,
      `revoke insert, update, delete on kysely_migration, kysely_migration_lock, ${queue}.migrations from ${to}`,
      ...(database ? [`revoke temporary on database ${quote(database)} from public`] : []),
      ...(await listMissingPolicies(trx)),
    ])
      await sql.raw(statement).execute(trx);
  });
}

/** The queue turns row security on for its tables, which hides their rows from everybody but the owner. */
async function listMissingPolicies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = ${queue}::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid)`.execute(db);
  return rows.map(
    ({ name }) => `create policy overnight on ${queue}.${quote(name)} using (true) with check (true)`,
  );
}
