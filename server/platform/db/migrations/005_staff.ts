import { type Kysely, sql } from 'kysely';

/**
 * The roles of those who run a part of the event, owners among the organizers, and when each was last here. The organizers so
 * far become owners: whatever one of them could do, they still can.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      drop constraint users_role_check,
      add constraint users_role_check check (role in
        ('hacker', 'volunteer', 'application-reviewer', 'check-in-lead', 'judging-lead', 'admin')),
      add is_owner boolean not null default false,
      add last_seen_at timestamptz,
      add constraint users_owner_check check (role = 'admin' or not is_owner)`.execute(db);
  await sql`
    update users set is_owner = role = 'admin',
      last_seen_at = (select max(last_seen_at) from sessions where user_id = users.id)
    where role <> 'hacker'`.execute(db);
}
