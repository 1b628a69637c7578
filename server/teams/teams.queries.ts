import { type Insertable, sql } from 'kysely';
import { isNotComing } from '../people-data/places.queries.ts';
import { userColumns } from '../people-data/users.locks.ts';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type lockTeam, teamColumns } from './teams.locks.ts';

export type TeamRow = NonNullable<Awaited<ReturnType<typeof lockTeam>>>;

export function findTeam(db: Db, id: string): Promise<TeamRow | undefined> {
  return db.selectFrom('teams').select(teamColumns).where('id', '=', id).executeTakeFirst();
}

/** Returns a team's name and its leader's track. */
export function findTeamNameAndTrack(db: Db, id: string) {
  return db
    .selectFrom('teams')
    .select(['name', trackOf('teams.creator_id').as('track')])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findTeamIdOfUser(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.team_id;
}

/** Returns somebody's team, and the track that they have applied for. */
export async function findMembership(db: Db, userId: string) {
  const { teamId, track } = await db
    .selectFrom('users')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .select(['team_members.team_id as teamId', 'applications.track'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { teamId: teamId ?? undefined, track };
}

export async function findTeamIdByCode(db: Db, inviteCode: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('invite_code', '=', inviteCode)
    .executeTakeFirst();
  return row?.id;
}

/** SQL: the track that the person with the id in this column has applied for; null for those who have not. */
export const trackOf = (column: 'teams.creator_id' | 'requester_id') =>
  sql<string | null>`(select a.track from applications a where a.user_id = ${sql.ref(column)})`;

/** SQL: the track of each member of a row of `teams`; null for those who have not applied. */
export const memberTracks = sql<(string | null)[]>`array(select a.track from team_members m
  left join applications a on a.user_id = m.user_id where m.team_id = teams.id)`;

export async function selectMemberTracks(db: Db, teamId: string): Promise<(string | null)[]> {
  const team = db.selectFrom('teams').select(memberTracks.as('tracks')).where('id', '=', teamId);
  return (await team.executeTakeFirst())?.tracks ?? [];
}

/** Returns the members of a team, oldest membership first; `track` is null for those who have not applied. */
export function selectMembers(db: Db, teamId: string) {
  return (
    db
      .selectFrom('team_members')
      .innerJoin('users', 'users.id', 'team_members.user_id')
      .leftJoin('applications', 'applications.user_id', 'team_members.user_id')
      .select(['users.id', 'users.name', 'users.email', 'users.photo', 'applications.track'])
      // Others do not see who was rejected.
      .select(sql<boolean>`applications.status = 'approved' and ${isNotComing('users.id')}`.as('isNotComing'))
      .where('team_id', '=', teamId)
      .orderBy('joined_at')
      .orderBy('users.id')
      .execute()
  );
}

/** Inserts a team; undefined when its invite code is taken. */
export function insertTeam(
  db: Db,
  team: Pick<Insertable<Tables['teams']>, 'name' | 'max_members' | 'invite_code' | 'creator_id' | 'idea'>,
): Promise<TeamRow | undefined> {
  return db
    .insertInto('teams')
    .values(team)
    .onConflict((conflict) => conflict.column('invite_code').doNothing())
    .returning(teamColumns)
    .executeTakeFirst();
}

/** Puts a person into the lowest free seat of a team, and updates their preference. */
export async function insertMember(db: Db, teamId: string, userId: string): Promise<void> {
  await sql`
    with preference as (update users set team_preference = 'hasTeam', invite_code = null where id = ${userId})
    insert into team_members (user_id, team_id, slot)
    select ${userId}::uuid, ${teamId}::uuid, min(free) from generate_series(1, 4) as free
    where not exists (select from team_members where team_id = ${teamId} and slot = free)
  `.execute(db);
}

export async function deleteMember(db: Db, teamId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns false when the code is taken. */
export async function updateInviteCode(db: Db, teamId: string, inviteCode: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('teams')
    .set({ invite_code: inviteCode })
    .where('id', '=', teamId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('teams as other').select('other.id').where('other.invite_code', '=', inviteCode)),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateLeader(db: Db, teamId: string, userId: string): Promise<void> {
  await db.updateTable('teams').set({ creator_id: userId }).where('id', '=', teamId).execute();
}

export async function updateDescription(db: Db, teamId: string, description: { idea: string; need: string }) {
  await db.updateTable('teams').set(description).where('id', '=', teamId).execute();
}

export async function deleteTeam(db: Db, teamId: string): Promise<void> {
  await db.deleteFrom('teams').where('id', '=', teamId).execute();
}

/** Sets the preference of somebody in no team, and locks and returns them; undefined when there is no such person. */
export function updateUserPreference(db: Db, userId: string, preference: 'solo' | 'lookingForTeam') {
  return db
    .updateTable('users')
    .set({ team_preference: preference })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirst();
}

/** Stores the code of the invitation that somebody opened, unless they are in a team. */
export async function updateInviteCodeOfUser(db: Db, userId: string, code: string | null): Promise<void> {
  await db
    .updateTable('users')
    .set({ invite_code: code })
    .where('id', '=', userId)
    .where('team_preference', 'is distinct from', 'hasTeam')
    .execute();
}

/** Deletes the invitation that somebody opened, if it has this code. */
export async function deleteInviteCodeOfUser(db: Db, userId: string, code: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ invite_code: null })
    .where('id', '=', userId)
    .where('invite_code', '=', code)
    .execute();
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
