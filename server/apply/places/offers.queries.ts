import { sql } from 'kysely';
import type { WaitlistOrder } from '../../../contract/apply/places.ts';
import { canBeOffered, isAdmitted } from '../../people-data/places.queries.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Receiver } from '../../platform/mail/mail.service.ts';
import { orderOfWaitlist } from './waitlist.queries.ts';

/** Ends the offers that were not answered in time; returns whose. */
export async function updateLapsedOffers(trx: Db, now: Date) {
  const { rows } = await sql<Applicant>`
    update places p set lapsed_at = ${now}, remind_at = null from applications a join users u on u.id = a.user_id
    where a.id = p.application_id and p.lapsed_at is null and p.held_until <= ${now} and a.status = 'approved'
      and not a.attendance_confirmed and not a.attendance_declined and not ${isAdmitted}
    returning a.id as "applicationId", u.id, u.name, u.email, u.email_verified as "emailVerified"`.execute(
    trx,
  );
  return rows;
}

/** Marks due reminders as sent; returns who gets them. */
export async function updateDueReminders(trx: Db, now: Date) {
  const { rows } = await sql<Applicant & { heldUntil: Date }>`
    update places p set remind_at = null from applications a join users u on u.id = a.user_id
    where a.id = p.application_id and p.remind_at <= ${now} and p.held_until > ${now} and p.lapsed_at is null
      and a.status = 'approved' and not a.attendance_confirmed and not a.attendance_declined and not ${isAdmitted}
    returning a.id as "applicationId", u.id, u.name, u.email, u.email_verified as "emailVerified",
      p.held_until as "heldUntil"`.execute(trx);
  return rows;
}

/** A person, and their application as `applicationId`. */
export type Applicant = Receiver & { name: string; applicationId: string };

/**
 * Offers places to the next `most` people on the waitlist: they are approved, and the undo of their waitlisting is deleted
 * with its email. Returns who they are.
 */
export async function offerToNext(
  trx: Db,
  most: number,
  { order, heldUntil, remindAt }: { order: WaitlistOrder; heldUntil: Date | null; remindAt: Date | null },
): Promise<Applicant[]> {
  const { rows } = await sql<Applicant>`
    with next as (
      select a.id from waitlist w join applications a on a.id = w.application_id
      where ${canBeOffered} order by ${orderOfWaitlist(order)} limit ${most}
    ), offered as (
      update applications a set status = 'approved', reviewed_by = w.decided_by, reviewed_at = w.decided_at,
        attendance_confirmed = false, attendance_declined = false
      from waitlist w where w.application_id = a.id and a.id in (select id from next)
      returning a.id, a.user_id
    ), gone as (
      delete from waitlist where application_id in (select id from offered)
    ), placed as (
      insert into places (application_id, held_until, remind_at)
      select id, ${heldUntil}::timestamptz, ${remindAt}::timestamptz from offered
      on conflict (application_id) do update set held_until = excluded.held_until, remind_at = excluded.remind_at,
        lapsed_at = null, beyond_capacity = false
    ), final as (
      delete from undoable_decisions where application_id in (select id from offered) returning mail_id
    ), unsent as (
      delete from mails where id in (select mail_id from final) and sent_at is null
    )
    select o.id as "applicationId", u.id, u.name, u.email, u.email_verified as "emailVerified"
    from offered o join users u on u.id = o.user_id order by o.id`.execute(trx);
  return rows;
}
