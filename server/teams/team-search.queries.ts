import type { Db } from '../db/open.ts';

/** Returns teams whose name contains this text in any case, with leader and the track of each member; by name, at most `max`. */
export async function selectTeamsByName(db: Db, text: string, max: number) {
  const teams = await db
    .selectFrom('teams')
    .innerJoin('users as leader', 'leader.id', 'teams.creator_id')
    .select(['teams.id', 'teams.name', 'max_members as maxMembers', 'leader.name as leaderName'])
    .where('teams.name', 'ilike', `%${text.replace(/[\\%_]/g, '\\$&')}%`)
    .orderBy('teams.name')
    .orderBy('teams.id')
    .limit(max)
    .execute();
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
