import { sql } from 'kysely';
import { getSchemaState } from './migrate.ts';
import type { Db } from './open.ts';

/**
 * Returns why the program cannot work on this database: its schema is older or newer. Undefined when it can. Throws when
 * the database is away or refuses writes.
 */
export async function findUnreadiness(db: Db): Promise<string | undefined> {
  // A read-only database refuses even a write of no row.
  await sql`update settings set value = value where false`.execute(db);
  const { missing, unknown } = await getSchemaState(db);
  if (unknown.length > 0)
    return `The database has a newer schema (${unknown.join(', ')}): another version of the program has migrated it.`;
  if (missing.length > 0)
    return `The database has an older schema (${missing.join(', ')} not applied). Restart the program to migrate it.`;
  return undefined;
}
