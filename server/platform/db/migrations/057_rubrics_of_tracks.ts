import { type Kysely, sql } from 'kysely';

/** Takes any rubric of the event where only `hacker` and `startup` could be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['judges', 'demo_tables', 'table_visits', 'scores'])
    await sql`alter table ${sql.ref(table)} drop constraint ${sql.ref(`${table}_track_check`)}`.execute(db);
}
