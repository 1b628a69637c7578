import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';

/** The files of `schema/`, each after those with the tables that it refers to. */
const files = [
  'people',
  'platform',
  'apply',
  'apply-decisions',
  'search',
  'teams',
  'projects',
  'event-day',
  'judging',
  'event',
  'after',
];

/** Creates the schema of the first version. What changes it later is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const file of files) {
    const statements = readFileSync(path.join(import.meta.dirname, `../schema/${file}.sql`), 'utf8');
    await sql.raw(statements).execute(db);
  }
}
