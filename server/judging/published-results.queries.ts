import { sql } from 'kysely';
import { resultsKey } from '../event/project-switches.ts';
import type { Db } from '../platform/db/open.ts';
import { findSetting } from '../platform/db/settings.ts';
import { isPublic } from '../projects/projects.tables.ts';
import type { StoredWinner } from './judging.tables.ts';

/** The published winners as stored; names are read when they are shown. */
export interface PublishedResults {
  /** When they were published, in ISO 8601. */
  at: string;
  groups: { key: string; label: string; winners: StoredWinner[] }[];
}

export const findStoredResults = (db: Db) => findSetting<PublishedResults>(db, resultsKey);

export async function deletePublishedResults(trx: Db): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('settings')
    .where('key', '=', resultsKey)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns who is behind these winners, and at which table: for organizers only. */
export async function selectEntrants(db: Db, winners: readonly StoredWinner[]) {
  const numbers = winners.flatMap(({ number }) => number ?? []);
  const projects = winners.flatMap(({ project }) => project ?? []);
  const { rows } = await sql<{ key: string; table: number | null; people: string[] }>`
    select n.number::text as key, n.number as table, array(
      select u.name from people_at_tables o join users u on u.id = o.user_id
      where o.number = n.number and u.name <> '' order by lower(u.name)
    ) as people
    from unnest(${numbers}::int[]) as n (number)
    union all
    select p.id::text, (select min(number) from project_tables where project_id = p.id and retired_at is null), array(
      select u.name from (
        select p.user_id as id union select user_id from team_members where team_id = p.team_id
      ) o join users u using (id) where u.name <> '' order by lower(u.name)
    )
    from projects p where p.id = any(${projects})`.execute(db);
  return rows;
}

interface WinnerName {
  number: number | null;
  project: string | null;
  title: string | null;
  team: string | null;
}

/**
 * Returns what is public about these winners: the project if the gallery has it, and the team. For a number without a
 * table, the name as a judge typed it; never the name of a single person at a table.
 */
export async function selectWinnerNames(db: Db, winners: readonly StoredWinner[]): Promise<WinnerName[]> {
  const numbers = winners.flatMap(({ number }) => number ?? []);
  const projects = winners.flatMap(({ project }) => project ?? []);
  const { rows } = await sql<WinnerName>`
    with shown as not materialized (
      select p.*, coalesce(t.name, p.team_name) as by_team from projects p left join teams t on t.id = p.team_id
      where ${isPublic}
    )
    select n.number, p.id as project, p.title, coalesce(p.by_team, t.name, case when d.number is null then (
        select s.team_name from scores s where s.team_number = n.number order by s.id desc limit 1
      ) end) as team
    from unnest(${numbers}::int[]) as n (number)
    left join demo_tables d on d.number = n.number
    left join teams t on t.id = d.team_id
    left join (project_tables j join shown p on p.id = j.project_id) on j.number = n.number
    union all
    select null, id, title, by_team from shown where id = any(${projects})`.execute(db);
  return rows;
}
