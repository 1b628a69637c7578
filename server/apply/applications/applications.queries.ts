import { type Insertable, sql } from 'kysely';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/open.ts';
import { precompileFirst } from '../../platform/db/statements.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { currentTransaction } from '../../platform/db/transaction-ids.ts';
import { fieldColumns, type StoredFields, storedFieldNames } from '../apply.tables.ts';

type FieldColumns = typeof fieldColumns;

const selectedFields = storedFieldNames.map((name) => `applications.${fieldColumns[name]} as ${name}`) as {
  [Name in keyof FieldColumns]: `applications.${FieldColumns[Name]} as ${Name}`;
}[keyof FieldColumns][];

/** Selects applications with their people, as shown; `checkedInAt` is the admission at the checkpoint `entrance`. */
export function applicationsWithUsers(db: Db, entrance: string) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('team_members', 'team_members.user_id', 'applications.user_id')
    .leftJoin('files as resume', 'resume.id', 'applications.resume_file_id')
    .leftJoin('files as deck', 'deck.id', 'applications.pitch_deck_file_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('checked_in')
          .whereRef('checked_in.user_id', '=', 'applications.user_id')
          .select([
            sql<Date | null>`max(checked_in_at) filter (where checkpoint = ${entrance})`.as('checkedInAt'),
            sql<boolean>`count(*) > 0`.as('admitted'),
          ])
          .as('check_in'),
      (join) => join.onTrue(),
    )
    .select([
      'applications.id',
      'applications.status',
      ...selectedFields,
      'applications.resume_file_id as resumeId',
      'applications.pitch_deck_file_id as pitchDeckId',
      'resume.active_content as resumeIsActive',
      'deck.active_content as deckIsActive',
      'applications.attendance_confirmed as attendanceConfirmed',
      'applications.attendance_declined as attendanceDeclined',
      'applications.created_at as createdAt',
      'applications.reviewed_at as reviewedAt',
      'check_in.checkedInAt',
      'check_in.admitted',
      'users.id as userId',
      'users.name',
      'users.email',
      'users.role',
      'users.removed_at as removedAt',
      'team_members.team_id as teamId',
    ]);
}

export type StoredApplication = Awaited<
  ReturnType<ReturnType<typeof applicationsWithUsers>['execute']>
>[number];

/**
 * Returns a person's application, with their table number and whether the resume was read; undefined when there is none.
 */
export const findApplicationByUser = precompileFirst((db, userId: string, entrance: string) =>
  applicationsWithUsers(db, entrance)
    .select(({ selectFrom }) => [
      selectFrom('person_tables')
        .select('person_tables.number')
        .whereRef('person_tables.user_id', '=', 'applications.user_id')
        .as('tableNumber'),
      selectFrom('profiles')
        .select('profiles.resume')
        .whereRef('profiles.application_id', '=', 'applications.id')
        .as('resumeState'),
    ])
    .where('applications.user_id', '=', userId),
);

export type OwnApplication = NonNullable<Awaited<ReturnType<typeof findApplicationByUser>>>;

/** Inserts an application with the fields of its form; returns false if the person already has one. */
export async function insertApplication(
  db: Pick<Db, 'insertInto'>,
  fields: StoredFields,
  rest: Omit<Insertable<Tables['applications']>, FieldColumns[keyof FieldColumns]>,
): Promise<boolean> {
  const columns = storedFieldNames.map((name) => [fieldColumns[name], fields[name]]);
  const values = Object.fromEntries(columns) as Pick<
    Tables['applications'],
    FieldColumns[keyof FieldColumns]
  >;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('applications')
    .values({ ...rest, ...values })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Selects those of these people who are admitted at any checkpoint. */
export async function selectCheckedIn(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('checked_in')
    .select('user_id')
    .where('user_id', '=', anyOf(userIds))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns whether a person is admitted at this checkpoint, or at any if none is given. */
export async function isCheckedIn(db: Db, userId: string, checkpoint?: string): Promise<boolean> {
  let query = db.selectFrom('checked_in').select('id').where('user_id', '=', userId);
  if (checkpoint) query = query.where('checkpoint', '=', checkpoint);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Approves people's current names. They stay approved until an organizer decides again. */
export async function approveNames(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update applications set approved_name = (select nullif(name, '') from users where users.id = user_id),
      renamed_at = null
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Sets the status; a rejection also resets the answer about coming. */
export async function updateStatuses(
  db: Db,
  ids: readonly string[],
  decision: { status: 'approved' | 'rejected'; by: string; at: Date },
): Promise<void> {
  await db
    .updateTable('applications')
    .set({ status: decision.status, reviewed_by: decision.by, reviewed_at: decision.at })
    .$if(decision.status === 'rejected', (query) =>
      query.set({ attendance_confirmed: false, attendance_declined: false }),
    )
    .where('id', '=', anyOf(ids))
    .execute();
}

export async function updateApplicationDetails(
  db: Db,
  id: string,
  given: Pick<StoredApplication, 'tShirtSize' | 'dietaryRestrictions'> & { major?: string; whyJoin?: string },
): Promise<void> {
  const { tShirtSize, dietaryRestrictions, major, whyJoin } = given;
  await db
    .updateTable('applications')
    .set({ t_shirt_size: tShirtSize, dietary_restrictions: dietaryRestrictions, major, why_join: whyJoin })
    .where('id', '=', id)
    .execute();
}

/** Sets another resume: what was read from the previous one is deleted, and the new one waits to be read. */
export async function updateApplicationResume(trx: Db, id: string, fileId: string): Promise<void> {
  await trx.updateTable('applications').set({ resume_file_id: fileId }).where('id', '=', id).execute();
  await trx
    .updateTable('profiles')
    .set({
      resume: 'waiting',
      resume_text: '',
      links: [],
      changed: currentTransaction,
    })
    .where('application_id', '=', id)
    .execute();
}

export async function updateApplicationTrack(
  db: Db,
  id: string,
  change: { track: string; pitch_deck_file_id?: string },
): Promise<void> {
  await db.updateTable('applications').set(change).where('id', '=', id).execute();
}

export async function updateApplicationAttendance(db: Db, id: string, attending: boolean): Promise<void> {
  await db
    .updateTable('applications')
    .set({ attendance_confirmed: attending, attendance_declined: !attending })
    .where('id', '=', id)
    .execute();
}
