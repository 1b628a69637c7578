import { type Kysely, sql } from 'kysely';

/** What organizers allow one person or team: a place beyond the capacity, and a later deadline for the project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table places add column beyond_capacity boolean not null default false`.execute(db);
  await sql`alter table teams add column project_deadline timestamptz`.execute(db);
  await sql`alter table users add column project_deadline timestamptz`.execute(db);
}
