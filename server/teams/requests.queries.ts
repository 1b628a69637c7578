import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export function insertRequest(
  db: Db,
  request: { team_id: string; requester_id: string; message: string },
): Promise<{ id: string }> {
  return db.insertInto('join_requests').values(request).returning('id').executeTakeFirstOrThrow();
}

/** The teams that a person has asked and that have not answered. */
export async function teamsAskedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select('team_id')
    .where('requester_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.team_id);
}

/** Closes what a person has asked other teams, because they are in one now; returns those teams. */
export async function closeRequestsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .updateTable('join_requests')
    .set({ status: 'closed', decided_at: sql<Date>`now()` })
    .where('requester_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}
