import type { Db } from '../db/open.ts';
import { peopleWithStanding } from './people.queries.ts';

/** A session with its person, by the hash of its token; undefined when there is none. */
export function sessionWithPerson(db: Db, tokenHash: Buffer) {
  return peopleWithStanding(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('sessions.token_hash', '=', tokenHash)
    .select(['sessions.created_at as createdAt', 'sessions.last_seen_at as lastSeenAt'])
    .executeTakeFirst();
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

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
