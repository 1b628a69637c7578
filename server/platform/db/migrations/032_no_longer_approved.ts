import { type Kysely, sql } from 'kysely';

/**
 * With an approved application, whichever way it ends, ends what only participants have: their open request for help and what
 * they reserved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_participation() returns trigger language plpgsql as $$
      begin
        update help_requests set ended = 'cancelled' where user_id = old.user_id and ended is null;
        if found then perform pg_notify('overnight_live', 'help'); end if;
        delete from thing_reservations where user_id = old.user_id;
        if found then perform pg_notify('overnight_live', 'check-ins'); end if;
        return null;
      end $$`.execute(db);
  await sql`create trigger no_longer_approved after update of status on applications for each row
    when (old.status = 'approved' and new.status <> 'approved') execute function end_participation()`.execute(
    db,
  );
  await sql`create trigger approved_no_more after delete on applications for each row
    when (old.status = 'approved') execute function end_participation()`.execute(db);
  const isOut = sql`user_id not in (select user_id from applications where status = 'approved')`;
  await sql`update help_requests set ended = 'cancelled' where ended is null and ${isOut}`.execute(db);
  await sql`delete from thing_reservations where ${isOut}`.execute(db);
}
