import { type Kysely, sql } from 'kysely';

/** Returns the function that runs a migration's statements, one after the other. */
export function createMigration(statements: string[]) {
  return async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
}
