import { sql } from 'kysely';
import type pg from 'pg';
import { getSchemaState, listPendingMigrations, migrate } from './migrate.ts';
import { type Db, openDatabase } from './open.ts';
import { grantToProgram } from './roles.ts';

const notPermitted = '42501';

/** The two roles of a database: the owner of the tables, and the running program's. */
interface DatabaseRoles {
  connection: pg.ClientConfig;
  owner: pg.ClientConfig;
}

/**
 * Brings the schema up to date as its owner and lets the program's role use it. With migrations pending, `prepare` is
 * called with them first, and given what migrates. Throws sentences for the operator.
 */
export async function upgradeSchema(
  { connection, owner }: DatabaseRoles,
  log: (line: string) => void,
  prepare: (pending: string[], apply: () => Promise<void>) => Promise<void> = (_, apply) => apply(),
): Promise<void> {
  await withMaintenancePool(owner, async (maintenance) => {
    await assertOwnDatabase(maintenance.db);
    const pending = await listPendingMigrations(maintenance.db);
    const apply = async () => {
      const names = await migrate(maintenance);
      const ends = new Set([names[0], names.at(-1)]);
      if (names.length > 0) log(`Migrated: ${[...ends].join(' to ')}.`);
    };
    try {
      await (pending.length > 0 ? prepare(pending, apply) : apply());
      const role = await getRole(connection);
      await grantToProgram(maintenance.db, role);
    } catch (error) {
      if ((error as { code?: string }).code !== notPermitted) throw error;
      throw new Error(
        `The database role may not change the schema: ${(error as Error).message}. Name the role that owns the tables in DATABASE_OWNER_URL (docs/operations.md, Database roles).`,
      );
    }
  });
}

/** Throws a sentence when the database is in use by another program. */
async function assertOwnDatabase(db: Db): Promise<void> {
  const { applied, missing, unknown } = await getSchemaState(db);
  const known = missing.length + applied.length - unknown.length;
  const isOurs = applied.length > 0 && unknown.length < applied.length;
  if (isOurs || known === 0) return;
  const { rows } = await sql<{ name: string; database: string }>`
    select relname as name, current_database() as database from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and (${applied.length > 0} or relname not like 'kysely\\_%')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by relname`.execute(db);
  if (rows.length === 0) return;
  const names = rows.slice(0, 3).map(({ name }) => name);
  throw new Error(
    `The database ${rows[0]!.database} holds tables of another program (${names.join(', ')}${rows.length > 3 ? ', …' : ''}) and none of this one. Create a database of its own for the site and name it in DATABASE_URL.`,
  );
}

async function getRole(connection: pg.ClientConfig): Promise<string> {
  return withMaintenancePool(connection, async ({ db }) => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
    return rows[0]!.role;
  });
}

/** Opens a pool without limits on time for an action, such as a migration. */
export async function withMaintenancePool<T>(
  connection: pg.ClientConfig,
  use: (maintenance: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const maintenance = openDatabase(connection, { max: 1, maintenance: true });
  try {
    return await use(maintenance);
  } finally {
    await maintenance.db.destroy();
  }
}
