import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

const attendees = (db: Db, entrance: string) =>
  db
    .selectFrom('users')
    .innerJoin('checked_in', 'checked_in.user_id', 'users.id')
    .where('checked_in.checkpoint', '=', entrance);

// Whatever people call themselves later, organizers vouch for the name that they approved.
const attendeeNames = (db: Db, entrance: string) =>
  attendees(db, entrance)
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .select(sql<string>`coalesce(applications.approved_name, users.name)`.as('name'));

/** Selects the approved names of all who were checked in at the entrance, by name. */
export async function selectAttendeeNames(db: Db, entrance: string): Promise<string[]> {
  const rows = await attendeeNames(db, entrance).orderBy('name').orderBy('users.id').execute();
  return rows.map(({ name }) => name);
}

/** Returns the approved name of somebody who was checked in at the entrance. */
export async function findAttendeeName(
  db: Db,
  entrance: string,
  userId: string,
): Promise<string | undefined> {
  const row = await attendeeNames(db, entrance).where('users.id', '=', userId).executeTakeFirst();
  return row?.name;
}
