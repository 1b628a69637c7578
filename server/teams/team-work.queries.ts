import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';

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
export async function giveWorkToTeam(
  trx: Db,
  { teamId, userId, now }: Membership & { now: Date },
): Promise<boolean> {
  let changed = 0n;
  for (const statement of [
    sql`update projects set team_id = ${teamId}, user_id = null where user_id = ${userId}
      and submitted_at is not null and not exists (select from projects where team_id = ${teamId})`,
    sql`update demo_tables set team_id = ${teamId}, user_id = null, emailed_at = null,
        name = (select name from teams where id = ${teamId})
      where user_id = ${userId} and retired_at is null
        and not exists (select from demo_tables where team_id = ${teamId})`,
    sql`update demo_tables set retired_at = ${now} where user_id = ${userId} and retired_at is null`,
  ])
    changed += (await statement.execute(trx)).numAffectedRows ?? 0n;
  return changed > 0n;
}

/** Leaves the project and the table of a team without members to its last one, unless that person has their own. */
export async function leaveWorkTo(trx: Db, { teamId, userId }: Membership): Promise<void> {
  for (const statement of [
    sql`update projects set team_id = null, user_id = ${userId} where team_id = ${teamId}
      and not exists (select from projects where user_id = ${userId})`,
    sql`update demo_tables set team_id = null, user_id = ${userId},
        name = (select coalesce(nullif(name, ''), 'Unnamed') from users where id = ${userId})
      where team_id = ${teamId} and not exists (select from demo_tables where user_id = ${userId})`,
  ])
    await statement.execute(trx);
}

/** Restores the table that somebody had before they were in a team. Returns whether there was one. */
export async function restoreOwnTable(trx: Db, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update demo_tables set retired_at = null where user_id = ${userId} and retired_at is not null`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
