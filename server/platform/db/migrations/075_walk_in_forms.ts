import { type Kysely, sql } from 'kysely';

/** What somebody at the entrance answers and agrees to, until they are admitted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table walk_ins add form jsonb not null default '{}'`.execute(db);
}
