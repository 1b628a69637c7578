import type { Db } from '../db/open.ts';

/** A session with its person, by the hash of its token; undefined when there is none. */
export function sessionWithPerson(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .where('sessions.token_hash', '=', tokenHash)
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.photo',
      'users.role',
      'users.team_preference as teamPreference',
      'users.pass_version as passVersion',
      'team_members.team_id as teamId',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
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
