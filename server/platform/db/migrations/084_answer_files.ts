import { type Kysely, sql } from 'kysely';

/** The answer to a question can be a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files drop constraint files_kind_check,
    add constraint files_kind_check check (
      kind in ('resume', 'pitchDeck', 'answer', 'picture', 'thumbnail', 'eventFile'))`.execute(db);
  await sql`alter table answers add column file_id uuid references files on delete set null`.execute(db);
  await sql`create index on answers (file_id) where file_id is not null`.execute(db);
}
