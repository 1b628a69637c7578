import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

const attendees = (db: Db, entrance: string) =>
  db
    .selectFrom('users')
    .innerJoin('checked_in', 'checked_in.user_id', 'users.id')
    .where('checked_in.checkpoint', '=', entrance);

// Organizers vouch for the name that they approved, whatever it is changed to later.
const attendeeNames = (db: Db, entrance: string) =>
  attendees(db, entrance)
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .select([
      'users.certificate_id as certificateId',
      sql<string>`coalesce(applications.approved_name, users.name)`.as('name'),
    ]);

/** Selects the approved names of all who were checked in at the entrance, by name. */
export function selectAttendees(db: Db, entrance: string) {
  return attendeeNames(db, entrance).orderBy('name').orderBy('users.id').execute();
}

/** Returns the approved name of somebody who was checked in at the entrance, by their own id or that of their certificate. */
export function selectAttendee(
  db: Db,
  entrance: string,
  by: { column: 'id' | 'certificate_id'; value: string },
) {
  return attendeeNames(db, entrance).where(`users.${by.column}`, '=', by.value).executeTakeFirst();
}
