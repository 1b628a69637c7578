import type { Db } from '../platform/db/open.ts';
import { precompileFirst } from '../platform/db/statements.ts';
import { reviewPasswordKey } from './people.tables.ts';
import { usersWithStatus } from './users-with-status.ts';

function userSessions(db: Db) {
  return usersWithStatus(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .leftJoin('shifts', 'shifts.user_id', 'users.id')
    .where('users.removed_at', 'is', null)
    .select([
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'shifts.ends_at as shiftEndsAt',
    ]);
}

export const findUserSession = precompileFirst((db, tokenHash: Buffer) =>
  userSessions(db).where('sessions.token_hash', '=', tokenHash),
);

export function selectUserSessions(db: Db, tokenHashes: Buffer[]) {
  return userSessions(db)
    .select('sessions.token_hash as tokenHash')
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute();
}

export async function updateLastSeen(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function updateStaffSeen(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_seen_at: now })
    .where('id', '=', userId)
    .where('role', '<>', 'hacker')
    .execute();
}

export async function deleteUserSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export const findJudgeSession = precompileFirst((db, tokenHash: Buffer) =>
  db
    .selectFrom('judge_sessions')
    .innerJoin('judges', 'judges.id', 'judge_sessions.judge_id')
    .where('token_hash', '=', tokenHash)
    .where('judges.removed_at', 'is', null)
    .select([
      'judges.id',
      'judges.username',
      'judges.name',
      'judges.track',
      'judges.prize',
      'judge_sessions.created_at as createdAt',
    ]),
);

export async function deleteJudgeSessions(db: Db, username: string): Promise<void> {
  await db
    .deleteFrom('judge_sessions')
    .where('judge_id', 'in', (select) =>
      select.selectFrom('judges').where('username', '=', username).select('id'),
    )
    .execute();
}

/** A reviewer's session and the hash of the review password that is stored now. */
export function findReviewerSession(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('review_sessions')
    .leftJoin('settings', (join) => join.on('settings.key', '=', reviewPasswordKey))
    .where('token_hash', '=', tokenHash)
    .select([
      'password_mark as mark',
      'review_sessions.created_at as createdAt',
      'opened_by as openedBy',
      'settings.value as storedHash',
    ])
    .executeTakeFirst();
}

export type SessionTable = 'sessions' | 'judge_sessions' | 'review_sessions';

/** Inserts a session; `session` also has the columns of its kind. */
export async function insertSession(
  db: Db,
  table: SessionTable,
  session: { token_hash: Buffer; created_at: Date },
): Promise<void> {
  await db.insertInto(table).values(session).execute();
}

export async function deleteSession(db: Db, table: SessionTable, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom(table).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsBefore(db: Db, table: SessionTable, moment: Date): Promise<void> {
  await db.deleteFrom(table).where('created_at', '<', moment).execute();
}
