import { type Insertable, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/tables.ts';

/** A judge who may sign in, with the password's hash. */
export function findJudgeByUsername(db: Db, username: string) {
  return db
    .selectFrom('judges')
    .where('username', '=', username)
    .where('removed_at', 'is', null)
    .select(['id', 'username', 'name', 'track', 'prize', 'password_hash as passwordHash'])
    .executeTakeFirst();
}

/** Returns the judges who are not removed, oldest account first. */
export function selectActiveJudges(db: Db) {
  return db
    .selectFrom('judges')
    .where('removed_at', 'is', null)
    .select(['id', 'username', 'name', 'email', 'track', 'prize'])
    .orderBy('position')
    .execute();
}

/** Stores how many scores are waiting on a session's device. Returns whether that changed anything. */
export async function updateWaitingScores(trx: Db, tokenHash: Buffer, waiting: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('judge_sessions')
    .where('token_hash', '=', tokenHash)
    .where('waiting', '<>', waiting)
    .set({ waiting })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the judges with scores waiting on their devices, and how many. */
export function selectWaitingScores(db: Db): Promise<{ judge: string; scores: number }[]> {
  return db
    .selectFrom('judge_sessions')
    .innerJoin('judges', 'judges.id', 'judge_sessions.judge_id')
    .where('waiting', '>', 0)
    .groupBy('judges.name')
    .select(['judges.name as judge', (eb) => eb.fn.sum<number>('waiting').as('scores')])
    .orderBy('judges.name')
    .execute();
}

/** Returns the track that a judge is assigned to, or else last scored in; null for neither. */
export async function findUsualTrack(db: Db, id: string): Promise<JudgingTrack | null> {
  const judge = await db
    .selectFrom('judges')
    .where('id', '=', id)
    .select((eb) =>
      eb.fn
        .coalesce(
          'judges.track',
          eb
            .selectFrom('scores')
            .whereRef('scores.judge_id', '=', 'judges.id')
            .select('scores.track')
            .orderBy('scores.id', 'desc')
            .limit(1),
        )
        .as('track'),
    )
    .executeTakeFirst();
  return judge?.track ?? null;
}

/** Returns the names in use, including those of removed judges. */
export function selectTakenUsernames(db: Db) {
  return db.selectFrom('judges').select(['username', 'name']).execute();
}

/** Locks the creation of judges, so that a free name stays free until it is inserted. */
export async function lockJudges(trx: Db): Promise<void> {
  await sql`lock table judges in share row exclusive mode`.execute(trx);
}

export async function insertJudge(trx: Db, judge: Insertable<Tables['judges']>): Promise<void> {
  await trx.insertInto('judges').values(judge).execute();
}

/** Replaces a judge's password hash; returns the judge, undefined when there is no such judge. */
export function updateJudgePassword(trx: Db, username: string, passwordHash: string) {
  return trx
    .updateTable('judges')
    .where('username', '=', username)
    .where('removed_at', 'is', null)
    .set({ password_hash: passwordHash })
    .returning(['name', 'track', 'prize'])
    .executeTakeFirst();
}

/** Changes the name of a judge, and the address if one is given; returns the former name, undefined when there is no such judge. */
export async function updateJudgeRow(
  trx: Db,
  username: string,
  { name, email }: { name: string; email?: string | null | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ former: string }>`
    update judges set name = ${name}, renames = judges.renames + (judges.name <> ${name})::int,
      email = case when ${email !== undefined} then ${email ?? null} else judges.email end
    from judges as before
    where before.id = judges.id and judges.username = ${username} and judges.removed_at is null
    returning before.name as former`.execute(trx);
  return rows[0]?.former;
}

/** Marks a judge as removed; the scores stay. Returns the judge's id, undefined when there is no such judge. */
export async function markJudgeRemoved(trx: Db, username: string, now: Date): Promise<string | undefined> {
  const changed = await trx
    .updateTable('judges')
    .where('username', '=', username)
    .where('removed_at', 'is', null)
    .set({ removed_at: now, email: null })
    .returning('id')
    .executeTakeFirst();
  return changed?.id;
}
