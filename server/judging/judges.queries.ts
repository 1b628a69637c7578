import { sql } from 'kysely';
import { precompile } from '../db/compiled.ts';
import type { JudgingTrack } from '../db/judging-tables.ts';
import type { Db } from '../db/open.ts';

/** A judge without the password. */
export interface JudgeRow {
  id: string;
  username: string;
  name: string;
}

/** A judge who may sign in, with the password's hash. */
export function findJudgeByUsername(db: Db, username: string) {
  return db
    .selectFrom('judges')
    .where('username', '=', username)
    .where('removed_at', 'is', null)
    .select(['id', 'username', 'name', 'password_hash as passwordHash'])
    .executeTakeFirst();
}

/** Everybody who may judge, in the order of making. */
export function selectActiveJudges(db: Db) {
  return db
    .selectFrom('judges')
    .where('removed_at', 'is', null)
    .select(['id', 'username', 'name', 'track'])
    .orderBy('position')
    .execute();
}

/** The track that a judge is set to, or else has last scored in; null for a judge of neither. */
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

/** The names that are taken, those of removed judges included. */
export function selectTakenUsernames(db: Db) {
  return db.selectFrom('judges').select(['username', 'name']).execute();
}

/** Judges are made by one at a time: free names stay free until they are taken. */
export async function lockJudges(trx: Db): Promise<void> {
  await sql`lock table judges in share row exclusive mode`.execute(trx);
}

export async function insertJudge(
  trx: Db,
  judge: { username: string; name: string; password_hash: string; track: JudgingTrack | null },
): Promise<void> {
  await trx.insertInto('judges').values(judge).execute();
}

/** Gives a judge another password; returns the judge's name, undefined when there is no such judge. */
export async function updateJudgePassword(
  trx: Db,
  username: string,
  passwordHash: string,
): Promise<string | undefined> {
  const changed = await trx
    .updateTable('judges')
    .where('username', '=', username)
    .where('removed_at', 'is', null)
    .set({ password_hash: passwordHash })
    .returning('name')
    .executeTakeFirst();
  return changed?.name;
}

/** Takes a judge out; the scores stay. False when there is no such judge. */
export async function markJudgeRemoved(trx: Db, username: string, now: Date): Promise<boolean> {
  const changed = await trx
    .updateTable('judges')
    .where('username', '=', username)
    .where('removed_at', 'is', null)
    .set({ removed_at: now })
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Ends every session of a judge. */
export async function deleteSessionsOfJudge(trx: Db, username: string): Promise<void> {
  await trx
    .deleteFrom('judge_sessions')
    .where('judge_id', 'in', (select) =>
      select.selectFrom('judges').where('username', '=', username).select('id'),
    )
    .execute();
}

const byToken = precompile((db, tokenHash: Buffer) =>
  db
    .selectFrom('judge_sessions')
    .innerJoin('judges', 'judges.id', 'judge_sessions.judge_id')
    .where('token_hash', '=', tokenHash)
    .where('judges.removed_at', 'is', null)
    .select(['judges.id', 'judges.username', 'judges.name', 'judge_sessions.created_at as createdAt']),
);

/** A judge's session by the hash of its token; undefined when there is none. */
export async function findSessionWithJudge(db: Db, tokenHash: Buffer) {
  return (await byToken(db, tokenHash))[0];
}

export async function insertJudgeSession(
  db: Db,
  session: { token_hash: Buffer; judge_id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('judge_sessions').values(session).execute();
}

export async function deleteJudgeSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('judge_sessions').where('token_hash', '=', tokenHash).execute();
}

/** Forgets sessions opened before a moment. */
export async function deleteJudgeSessionsBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('judge_sessions').where('created_at', '<', moment).execute();
}
