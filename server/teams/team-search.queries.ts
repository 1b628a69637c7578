import { sql } from 'kysely';
import { isNotComing } from '../people-data/places.queries.ts';
import { contains } from '../platform/db/like.ts';
import type { Db } from '../platform/db/open.ts';
import { memberTracks, trackOf } from './teams.queries.ts';

const hasSomebodyComing = sql<boolean>`exists (select from team_members m
  where m.team_id = teams.id and not ${isNotComing('m.user_id')})`;

/** Teams, except those whose members were all rejected or have given their places up. */
function teamsWithLeader(db: Db) {
  return db
    .selectFrom('teams')
    .innerJoin('users as leader', 'leader.id', 'teams.creator_id')
    .select(['teams.id', 'teams.name', 'max_members as maxMembers', 'leader.name as leaderName'])
    .select(trackOf('teams.creator_id').as('leaderTrack'))
    .select(memberTracks.as('tracks'))
    .where(hasSomebodyComing);
}

/**
 * Returns teams whose name, or whose leader's, contains this text, in any case and with or without accents, with leader and
 * the track of each member; by name, at most `max`.
 */
export function selectTeamsByName(db: Db, text: string, max: number) {
  return teamsWithLeader(db)
    .where((eb) => eb.or([contains(sql.ref('teams.name'), text), contains(sql.ref('leader.name'), text)]))
    .orderBy('teams.name')
    .orderBy('teams.id')
    .limit(max)
    .execute();
}

/** Returns teams with free seats: first those that say what they need, then those with an idea, then by name, at most `max`. */
export function selectOpenTeams(db: Db, max: number) {
  return teamsWithLeader(db)
    .select(['teams.idea', 'teams.need'])
    .select(
      sql<string[]>`array(select u.name from team_members m join users u on u.id = m.user_id
        where m.team_id = teams.id and u.id <> teams.creator_id order by m.joined_at, u.id)`.as(
        'memberNames',
      ),
    )
    .where(sql<boolean>`(select count(*) from team_members m where m.team_id = teams.id) < teams.max_members`)
    .orderBy(sql`teams.need = ''`)
    .orderBy(sql`teams.idea = ''`)
    .orderBy('teams.name')
    .orderBy('teams.id')
    .limit(max)
    .execute();
}
