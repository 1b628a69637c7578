import { precompile } from '../db/compiled.ts';
import type { Db } from '../db/open.ts';
import { usersWithStatus } from '../users/users.queries.ts';

function withPeople(db: Db) {
  return usersWithStatus(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['sessions.created_at as createdAt', 'sessions.last_seen_at as lastSeenAt']);
}

const byToken = precompile((db, tokenHash: Buffer) =>
  withPeople(db).where('sessions.token_hash', '=', tokenHash),
);

/** A session with its person, by the hash of its token; undefined when there is none. */
export async function findSessionWithUser(db: Db, tokenHash: Buffer) {
  return (await byToken(db, tokenHash))[0];
}

/** Those of these sessions that there are, with their people. */
export function selectSessionsWithUsers(db: Db, tokenHashes: Buffer[]) {
  return withPeople(db)
    .select('sessions.token_hash as tokenHash')
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute();
}

export async function insertSession(db: Db, tokenHash: Buffer, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_seen_at: now })
    .execute();
}

export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
