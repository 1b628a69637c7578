import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import { wasCheckedIn } from './people-filter.ts';

/** Whether the person of `applications` as a is admitted at any checkpoint. */
export const isAdmitted = wasCheckedIn('a.user_id');

/** Whether the person whose id is in this column is rejected, or approved and not coming: they said no, or let the offer lapse. */
export const isNotComing = (user: string) => sql<boolean>`exists (select
  from applications a left join places p on p.application_id = a.id
  where a.user_id = ${sql.ref(user)} and (a.status = 'rejected'
    or a.status = 'approved' and (a.attendance_declined or p.lapsed_at is not null) and not ${isAdmitted}))`;

/** Whether the person of `applications` as a can be offered a place: not admitted anywhere, and without a held rejection. */
export const canBeOffered = sql`not ${isAdmitted} and not exists (
  select from held_decisions h where h.application_id = a.id and h.status = 'rejected')`;

/**
 * Whether a rejected application's place is still held, in `applications` as a with `places` as p, because the rejection
 * can still be undone at `now`.
 */
export const isHeldByUndo = (now: Date) => sql`a.status = 'rejected' and p.lapsed_at is null and exists (
  select from undoable_decisions u where u.application_id = a.id and u.until > ${now}
    and u.previous #>> '{application,status}' = 'approved'
    and u.previous #>> '{application,attendance_declined}' = 'false')`;

/**
 * Counts the taken places: by offers and confirmations, by people who came without a held place, and by rejections that can
 * still be undone at `now`.
 */
export async function countTakenPlaces(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken
    from applications a left join places p on p.application_id = a.id
    where a.status = 'approved' and ((p.lapsed_at is null and not a.attendance_declined) or ${isAdmitted})
      or ${isHeldByUndo(now)}`.execute(db);
  return rows[0]!.taken;
}

/** Counts the people on the waitlist who can be offered a place, excluding one. */
export async function countWaitingPeople(db: Db, without: string | null): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting
    from waitlist w join applications a on a.id = w.application_id
    where ${canBeOffered} and a.id is distinct from ${without}`.execute(db);
  return rows[0]!.waiting;
}
