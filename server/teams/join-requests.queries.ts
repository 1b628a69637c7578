import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export function insertRequest(
  db: Db,
  request: { team_id: string; requester_id: string; message: string },
): Promise<{ id: string }> {
  return db.insertInto('join_requests').values(request).returning('id').executeTakeFirstOrThrow();
}

/** The teams that a person has asked and that have not answered. */
export async function selectRequestedTeamIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select('team_id')
    .where('requester_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.team_id);
}

/** Closes what a person has asked other teams, because they are in one now; returns those teams. */
export async function closeRequestsOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .updateTable('join_requests')
    .set({ status: 'closed', decided_at: sql<Date>`now()` })
    .where('requester_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

/** Who has asked a team that has not answered. */
export async function selectRequesterIds(db: Db, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select('requester_id')
    .where('team_id', '=', teamId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.requester_id);
}

export function findRequest(db: Db, id: string) {
  return db
    .selectFrom('join_requests')
    .select(['team_id as teamId', 'requester_id as requesterId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks a request against every other decision; undefined when there is none. */
export function lockRequest(trx: Db, id: string) {
  return trx
    .selectFrom('join_requests')
    .select('status')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Decides a request if it is still open; false when it is not. */
export async function decideOpenRequest(
  db: Db,
  id: string,
  status: 'approved' | 'rejected' | 'cancelled',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('join_requests')
    .set({ status, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The open requests to the team that a person leads, oldest first. */
export function selectReceivedRequests(db: Db, leaderId: string) {
  return db
    .selectFrom('join_requests')
    .innerJoin('teams', 'teams.id', 'join_requests.team_id')
    .innerJoin('users', 'users.id', 'join_requests.requester_id')
    .select([
      'join_requests.id',
      'users.name',
      'users.email',
      'join_requests.message',
      'join_requests.created_at as createdAt',
    ])
    .where('teams.creator_id', '=', leaderId)
    .where('status', '=', 'pending')
    .orderBy('join_requests.created_at')
    .orderBy('join_requests.id')
    .execute();
}

function sentBy(db: Db, requesterId: string) {
  return db
    .selectFrom('join_requests')
    .innerJoin('teams', 'teams.id', 'join_requests.team_id')
    .innerJoin('users as leader', 'leader.id', 'teams.creator_id')
    .select([
      'join_requests.id',
      'join_requests.team_id as teamId',
      'teams.name as teamName',
      'leader.name as leaderName',
      'join_requests.message',
      'join_requests.created_at as createdAt',
    ])
    .where('requester_id', '=', requesterId);
}

/** What a person has asked and not been answered, oldest first. */
export function selectSentRequests(db: Db, requesterId: string) {
  return sentBy(db, requesterId)
    .where('status', '=', 'pending')
    .orderBy('join_requests.created_at')
    .orderBy('join_requests.id')
    .execute();
}

/** One request, of the person who has sent it. */
export function getSentRequest(db: Db, requesterId: string, id: string) {
  return sentBy(db, requesterId).where('join_requests.id', '=', id).executeTakeFirstOrThrow();
}
