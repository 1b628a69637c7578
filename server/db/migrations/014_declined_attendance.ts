import { type Kysely, sql } from 'kysely';

/** Stores that somebody will not come, apart from those who have not answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table applications
    add column attendance_declined boolean not null default false,
    add check (not (attendance_declined and (attendance_confirmed or status <> 'approved')))`.execute(db);
}
