import { sql } from 'kysely';
import { resultsKey } from '../event/project-switches.ts';
import type { Db } from '../platform/db/open.ts';
import { memberTracks } from './teams.queries.ts';

// The project and the table of somebody who joins or leaves a team: a team has one of each, and no member a table besides it.
// While tables are numbered, every change of them waits (`lockTables`).

interface Membership {
  teamId: string;
  userId: string;
}

/**
 * Gives the submitted project of a new member to a team without a project, and their table to one without a table; else
 * their table is retired. Returns whether anything changed.
 */
export async function giveWorkToTeam(trx: Db, { teamId, userId, now }: Membership & { now: Date }) {
  const { rows } = await sql<{ changed: boolean }>`
    with project as (update projects set team_id = ${teamId}, user_id = null, brought_by = ${userId}
        where user_id = ${userId}
        and submitted_at is not null and not exists (select from projects where team_id = ${teamId}) returning id),
      seat (is_taken) as (select exists (select from demo_tables where team_id = ${teamId})),
      own as (update demo_tables set
          team_id = case when not is_taken then ${teamId}::uuid end,
          user_id = case when is_taken then user_id end,
          emailed_at = case when is_taken then emailed_at end,
          name = case when is_taken then demo_tables.name else (select name from teams where id = ${teamId}) end,
          retired_at = case when is_taken then ${now}::timestamptz end
        from seat where user_id = ${userId} and retired_at is null returning number)
    select exists (select from project) or exists (select from own) as changed`.execute(trx);
  return rows[0]!.changed;
}

/**
 * Gives the project of a team whose track no member has any more the track of whoever has been in the team longest; one
 * that judges have scored keeps its own. Returns whether anything changed.
 */
export async function keepTrackOfMembers(trx: Db, teamId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with tracks as (select a.track, m.joined_at, m.user_id from team_members m
        join applications a on a.user_id = m.user_id where m.team_id = ${teamId})
    update projects p set track = (select track from tracks order by joined_at, user_id limit 1)
    where p.team_id = ${teamId} and exists (select from tracks)
      and p.track not in (select track from tracks)
      and not exists (select from project_tables j join scores s on s.team_number = j.number
        where j.project_id = p.id and s.id not in (select score_id from voided_scores))`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Gives the project and the table of a team to one of its people, unless they have their own; with `ifBrought` only a
 * project that they brought, with its table. Returns whether the project is theirs now.
 */
export async function leaveWorkTo(trx: Db, { teamId, userId }: Membership, { ifBrought = false } = {}) {
  const { numAffectedRows } = await sql`
    update projects set team_id = null, user_id = ${userId}, brought_by = null where team_id = ${teamId}
      and not exists (select from projects where user_id = ${userId})
      ${ifBrought ? sql`and brought_by = ${userId}` : sql``}`.execute(trx);
  const isTheirs = (numAffectedRows ?? 0n) > 0n;
  if (isTheirs || !ifBrought)
    await sql`update demo_tables set team_id = null, user_id = ${userId},
        name = (select coalesce(nullif(name, ''), 'Unnamed') from users where id = ${userId})
      where team_id = ${teamId} and not exists (select from demo_tables where user_id = ${userId})`.execute(
      trx,
    );
  return isTheirs;
}

/** Restores the table that somebody had before they were in a team. Returns whether there was one. */
export async function restoreOwnTable(trx: Db, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update demo_tables set retired_at = null where user_id = ${userId} and retired_at is not null`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns the tracks of a team's members, and whether results are published with a project that it has submitted. */
export async function findSeatFacts(
  db: Db,
  teamId: string,
): Promise<{ tracks: (string | null)[]; isDecided: boolean }> {
  const isDecided = sql<boolean>`exists (select from settings where key = ${resultsKey})
    and exists (select from projects p where p.team_id = teams.id and p.submitted_at is not null)`;
  const facts = [memberTracks.as('tracks'), isDecided.as('isDecided')] as const;
  const team = db.selectFrom('teams').select(facts).where('id', '=', teamId);
  return (await team.executeTakeFirst()) ?? { tracks: [], isDecided: false };
}
