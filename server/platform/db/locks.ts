import { sql } from 'kysely';
import { anyOf } from './any-of.ts';
import type { Db } from './open.ts';

// The row locks that a transaction takes before it decides. They are all FOR NO KEY UPDATE: two of them exclude each other,
// while a new row may still point at the locked one. A transaction takes them in this order, several of a kind by id; the
// tests watch them for it (server/testing/lock-order.ts):
//
//   keys, teams, users, applications, join requests, check-ins, judges
//
// Elsewhere:
// - The check-in statement locks its application's row itself.
// - Judging locks whole tables while it numbers judges or demo tables, and the key of a rubric while it assigns a table.
// - The withdrawal of a project locks the demo tables last, so that it waits for scores.
// - A push subscription is inserted with the row of its session locked (FOR KEY SHARE), so that a logout waits for it.
// - Due pushes are claimed with SKIP LOCKED, which waits for nobody.
// - The trigger of a new application locks its person (FOR SHARE), whom the callers have locked already.

/** Waits until no other transaction holds this key, and holds it until the transaction ends. */
export async function lockKey(trx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/**
 * Locks the places of an event with limited places, against everything that takes or frees one; does nothing for other
 * events. First of all locks.
 */
export async function lockPlaces(trx: Db, { capacity }: { capacity?: number | undefined }): Promise<void> {
  if (capacity !== undefined) await lockKey(trx, 'places');
}

export const teamColumns = [
  'id',
  'name',
  'max_members as maxMembers',
  'invite_code as inviteCode',
  'creator_id as leaderId',
  'need',
] as const;

/** Locks a team against every other change of its members; undefined when there is none. */
export function lockTeam(trx: Db, id: string) {
  return trx.selectFrom('teams').select(teamColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export const userColumns = [
  'id',
  'name',
  'email',
  'email_verified as emailVerified',
  'email_trusted as emailTrusted',
  'role',
] as const;

/** Locks a person against every other change of their role, team, track and requests; undefined when there is none. */
export function lockUser(trx: Db, id: string) {
  return trx.selectFrom('users').select(userColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks people, by id. */
export function lockUsers(trx: Db, ids: readonly string[]) {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks the people of applications, by id. */
export function lockApplicants(trx: Db, applicationIds: readonly string[]) {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('id', 'in', (eb) =>
      eb.selectFrom('applications').select('user_id').where('applications.id', '=', anyOf(applicationIds)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks the person of an application; undefined when there is none. */
export async function lockApplicant(trx: Db, applicationId: string) {
  return (await lockApplicants(trx, [applicationId]))[0];
}

function applications(trx: Db) {
  return trx
    .selectFrom('applications')
    .select(['id', 'status', 'track', 'resume_file_id as resumeId', 'pitch_deck_file_id as pitchDeckId'])
    .forNoKeyUpdate();
}

/** Locks applications against every other change, by id. */
export function lockApplications(trx: Db, ids: readonly string[]) {
  return applications(trx).select('user_id as userId').where('id', '=', anyOf(ids)).orderBy('id').execute();
}

/** Locks the application of a person against every other change and admission; undefined when there is none. */
export function lockApplicationOfUser(trx: Db, userId: string) {
  return applications(trx).where('user_id', '=', userId).executeTakeFirst();
}

/** Locks the people and the applications of all held decisions, each by id; returns the ids of the applications. */
export async function lockHeldApplications(trx: Db): Promise<string[]> {
  const held = trx
    .selectFrom('held_decisions')
    .innerJoin('applications as a', 'a.id', 'held_decisions.application_id');
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', held.select('a.user_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const rows = await applications(trx).where('id', 'in', held.select('a.id')).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Locks a join request against every other decision; undefined when there is none. */
export function lockJoinRequest(trx: Db, id: string) {
  return trx
    .selectFrom('join_requests')
    .select(['id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks a check-in against every other decision; undefined when there is none. */
export function lockCheckIn(trx: Db, id: string) {
  return trx
    .selectFrom('check_ins')
    .select(['id', 'user_id as userId', 'checkpoint', 'state', 'checked_in_at as at', 'checked_in_by as by'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks the tables against every other change of their numbers, and against scores, until the transaction ends. */
export async function lockTables(trx: Db): Promise<void> {
  await sql`lock table demo_tables in share row exclusive mode`.execute(trx);
}

/** Locks a judge, so that the scores of one judge are saved one after the other. Returns whether they may still score. */
export async function lockJudge(trx: Db, id: string): Promise<boolean> {
  const judge = trx.selectFrom('judges').select('removed_at').where('id', '=', id).forNoKeyUpdate();
  return (await judge.executeTakeFirst())?.removed_at === null;
}
