import type { Db } from '../platform/db/open.ts';

export const teamColumns = [
  'id',
  'name',
  'max_members as maxMembers',
  'invite_code as inviteCode',
  'creator_id as leaderId',
  'idea',
  'need',
] as const;

/** Locks a team against every other change of its members; undefined when there is none. */
export function lockTeam(trx: Db, id: string) {
  return trx.selectFrom('teams').select(teamColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks a join request against every other decision; undefined when there is none. */
export function lockJoinRequest(trx: Db, id: string) {
  return trx
    .selectFrom('join_requests')
    .select(['id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
