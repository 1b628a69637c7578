import type { Db } from '../platform/db/open.ts';
import { memberTracks, trackOf } from './teams.queries.ts';

export function insertRequest(
  db: Db,
  request: { team_id: string; requester_id: string; message: string; created_at: Date },
): Promise<{ id: string }> {
  return db.insertInto('join_requests').values(request).returning('id').executeTakeFirstOrThrow();
}

export async function selectRequestedTeamIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select('team_id')
    .where('requester_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.team_id);
}

/** Closes all open requests of a person who joins none of these teams; returns the teams that were asked. */
export async function closeRequestsOfUser(db: Db, userId: string, at: Date): Promise<string[]> {
  const rows = await db
    .updateTable('join_requests')
    .set({ status: 'closed', decided_at: at })
    .where('requester_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

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

/** Decides a request that is still open; returns false when it is not. */
export async function decideOpenRequest(
  db: Db,
  id: string,
  { status, at }: { status: 'approved' | 'rejected' | 'cancelled'; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('join_requests')
    .set({ status, decided_at: at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects requests with their teams, oldest first. */
function requestsWithTeams(db: Db) {
  return db
    .selectFrom('join_requests')
    .innerJoin('teams', 'teams.id', 'join_requests.team_id')
    .select(['join_requests.id', 'join_requests.message', 'join_requests.created_at as createdAt'])
    .orderBy('join_requests.created_at')
    .orderBy('join_requests.id');
}

/** Returns the open requests to the team that a person leads, oldest first. */
export function selectReceivedRequests(db: Db, leaderId: string) {
  return requestsWithTeams(db)
    .innerJoin('users', 'users.id', 'join_requests.requester_id')
    .select(['users.name', 'users.email', trackOf('requester_id').as('track')])
    .where('teams.creator_id', '=', leaderId)
    .where('status', '=', 'pending')
    .execute();
}

function requestsSentBy(db: Db, requesterId: string) {
  return requestsWithTeams(db)
    .innerJoin('users as leader', 'leader.id', 'teams.creator_id')
    .select(['teams.id as teamId', 'teams.name as teamName', 'leader.name as leaderName'])
    .select(['max_members as maxMembers', memberTracks.as('tracks'), trackOf('requester_id').as('track')])
    .where('requester_id', '=', requesterId);
}

/** Returns a person's requests with this status, oldest first. */
export function selectSentRequests(db: Db, requesterId: string, status: 'pending' | 'rejected') {
  return requestsSentBy(db, requesterId).where('status', '=', status).execute();
}

export function getSentRequest(db: Db, requesterId: string, id: string) {
  return requestsSentBy(db, requesterId).where('join_requests.id', '=', id).executeTakeFirstOrThrow();
}
