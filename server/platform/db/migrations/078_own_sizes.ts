import { type Kysely, sql } from 'kysely';

/** An event can have T-shirt sizes of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['applications', 'withdrawn_applications'])
    await sql`alter table ${sql.table(table)} drop constraint if exists applications_t_shirt_size_check`.execute(
      db,
    );
}
