import type { Db } from '../db/open.ts';

const attendees = (db: Db, entrance: string) =>
  db
    .selectFrom('users')
    .innerJoin('check_ins', 'check_ins.user_id', 'users.id')
    .where('check_ins.checkpoint', '=', entrance)
    .where('check_ins.state', '=', 'admitted');

/** Selects the names of all who were checked in at the entrance, by name. */
export async function selectAttendeeNames(db: Db, entrance: string): Promise<string[]> {
  const rows = await attendees(db, entrance)
    .select(['users.name'])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  return rows.map(({ name }) => name);
}

export async function wasCheckedIn(db: Db, entrance: string, userId: string): Promise<boolean> {
  const row = await attendees(db, entrance)
    .where('users.id', '=', userId)
    .select('users.id')
    .executeTakeFirst();
  return row !== undefined;
}
