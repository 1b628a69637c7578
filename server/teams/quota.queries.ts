import type { Db } from '../platform/db/open.ts';

/** Returns when a person did something that is counted, newest first. */
export async function selectQuotaTimes(db: Db, userId: string, kind: string): Promise<Date[]> {
  const rows = await db
    .selectFrom('team_attempts')
    .select('at')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => row.at);
}

/** Returns when a person asked to join a team of this leader after `since`, newest first. */
export async function selectRequestTimes(
  db: Db,
  { requesterId, leaderId, since }: { requesterId: string; leaderId: string; since: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('join_requests')
    .innerJoin('teams', 'teams.id', 'join_requests.team_id')
    .select('join_requests.created_at as at')
    .where('requester_id', '=', requesterId)
    .where('teams.creator_id', '=', leaderId)
    .where('join_requests.created_at', '>', since)
    .orderBy('join_requests.created_at', 'desc')
    .execute();
  return rows.map((row) => row.at);
}

/** Inserts one use and deletes this person's uses before `deleteBefore`. */
export async function insertQuotaUse(
  db: Db,
  { userId, kind, at, deleteBefore }: { userId: string; kind: string; at: Date; deleteBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('team_attempts')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('at', '<', deleteBefore)
    .execute();
  await db.insertInto('team_attempts').values({ user_id: userId, kind, at }).execute();
}
