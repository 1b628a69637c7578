import { type Kysely, sql } from 'kysely';

/** A member who brought a submitted project into a team keeps it when the leader removes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column brought_by uuid references users on delete set null`.execute(db);
  await sql`create index on projects (brought_by) where brought_by is not null`.execute(db);
}
