import { sql } from 'kysely';
import { contains } from '../platform/db/like.ts';
import type { Db } from '../platform/db/open.ts';

function teamsWithLeader(db: Db) {
  return db
    .selectFrom('teams')
    .innerJoin('users as leader', 'leader.id', 'teams.creator_id')
    .select(['teams.id', 'teams.name', 'max_members as maxMembers', 'leader.name as leaderName']);
}

/** Adds to teams the track of each member, null for those who have not applied. */
async function addTracks<T extends { id: string }>(
  db: Db,
  teams: T[],
): Promise<(T & { tracks: (string | null)[] })[]> {
  const ids = teams.map((team) => team.id);
  const members = ids.length
    ? await db
        .selectFrom('team_members')
        .leftJoin('applications', 'applications.user_id', 'team_members.user_id')
        .select(['team_id as teamId', 'applications.track'])
        .where('team_id', 'in', ids)
        .execute()
    : [];
  const byTeam = Map.groupBy(members, (member) => member.teamId);
  return teams.map((team) => ({
    ...team,
    tracks: (byTeam.get(team.id) ?? []).map((member) => member.track),
  }));
}

/**
 * Returns teams whose name contains this text, in any case and with or without accents, with leader and the track of each
 * member; by name, at most `max`.
 */
export async function selectTeamsByName(db: Db, text: string, max: number) {
  const teams = await teamsWithLeader(db)
    .where(contains(sql.ref('teams.name'), text))
    .orderBy('teams.name')
    .orderBy('teams.id')
    .limit(max)
    .execute();
  return addTracks(db, teams);
}

/** Returns teams with free seats: first those that say what they need, then by name, at most `max`. */
export async function selectOpenTeams(db: Db, max: number) {
  const teams = await teamsWithLeader(db)
    .leftJoin('applications', 'applications.user_id', 'teams.creator_id')
    .select(['teams.need', 'applications.track as leaderTrack'])
    .where(sql<boolean>`(select count(*) from team_members m where m.team_id = teams.id) < teams.max_members`)
    .orderBy(sql`teams.need = ''`)
    .orderBy('teams.name')
    .orderBy('teams.id')
    .limit(max)
    .execute();
  return addTracks(db, teams);
}
