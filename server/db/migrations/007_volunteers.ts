import { type Kysely, sql } from 'kysely';

/** Adds the role of volunteers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop constraint users_role_check`.execute(db);
  await sql`alter table users add constraint users_role_check
    check (role in ('hacker', 'volunteer', 'admin'))`.execute(db);
}
