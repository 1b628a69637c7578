import { sql } from 'kysely';
import { wasCheckedIn } from '../../people-data/people-filter.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Receiver } from '../../platform/mail/mail.service.ts';

type Notified = Receiver & { name: string; applicationId: string; status: 'approved' | 'rejected' };

/** Moves held approvals to the waitlist, where their applications are pending. Returns the people to notify. */
export async function moveHeldToWaitlist(trx: Db, ids: readonly string[]): Promise<Notified[]> {
  const { rows } = await sql<Notified>`
    with gone as (
      delete from held_decisions where application_id = any(${ids}) returning *
    ), final as (
      delete from undoable_decisions where application_id = any(${ids})
    ), waiting as (
      insert into waitlist (application_id, since, decided_by, decided_at)
      select application_id, decided_at, decided_by, decided_at from gone
      on conflict do nothing
    )
    update applications a set status = 'pending', reviewed_by = null, reviewed_at = null
    from gone, users u where a.id = gone.application_id and u.id = a.user_id
    returning a.id as "applicationId", u.id, u.name, u.email, u.email_verified as "emailVerified", gone.status`.execute(
    trx,
  );
  return rows;
}

/**
 * Gives the locked applications their decided status, except rejections of people who are checked in. Returns the people to
 * notify.
 */
export async function applyHeldDecisions(trx: Db, ids: readonly string[]): Promise<Notified[]> {
  const { rows } = await sql<Notified>`
    with released as (
      update applications a set status = held.status, reviewed_by = held.decided_by, reviewed_at = held.decided_at,
        attendance_confirmed = a.attendance_confirmed and held.status = 'approved',
        attendance_declined = a.attendance_declined and held.status = 'approved'
      from held_decisions held
      where held.application_id = a.id and a.id = any(${ids}) and (held.status = 'approved'
        or not ${wasCheckedIn('a.user_id')})
      returning a.id, a.user_id, a.status
    ), gone as (
      delete from held_decisions where application_id in (select id from released)
    ), final as (
      delete from undoable_decisions where application_id in (select id from released)
    ), given_up as (
      delete from waitlist where application_id in (select id from released where status = 'rejected')
    )
    select r.id as "applicationId", u.id, u.name, u.email, u.email_verified as "emailVerified", r.status
    from released r join users u on u.id = r.user_id order by r.id`.execute(trx);
  return rows;
}
