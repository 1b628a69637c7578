import { sql } from 'kysely';
import type { SettingsSection, SettingsValues } from '../../../contract/event/settings.ts';
import type { Db } from '../../platform/db/open.ts';

export interface EventChange {
  section: SettingsSection;
  version: number;
  changes: SettingsValues;
  base: SettingsValues;
  at: Date;
  by: string | null;
}

function changes(db: Db) {
  return db
    .selectFrom('event_changes as change')
    .leftJoin('users', 'users.id', 'change.by')
    .select(['section', 'version', 'changes', 'base', 'at', 'users.name as by'])
    .$narrowType<{ section: SettingsSection }>();
}

/** Selects the last change of each section. */
export function selectCurrentChanges(db: Db): Promise<EventChange[]> {
  return changes(db).distinctOn('section').orderBy('section').orderBy('version', 'desc').execute();
}

/** Selects every change of a section, newest first. */
export function selectChangesOf(db: Db, section: SettingsSection): Promise<EventChange[]> {
  return changes(db).where('section', '=', section).orderBy('version', 'desc').execute();
}

export async function insertChange(
  trx: Db,
  { changes, base, ...row }: Omit<EventChange, 'by'> & { by: string },
): Promise<void> {
  await trx
    .insertInto('event_changes')
    .values({ ...row, changes: JSON.stringify(changes), base: JSON.stringify(base) })
    .execute();
}

/** What the rows of the database need the event to have. */
export interface EventUsage {
  tracks: Record<string, number>;
  checkpoints: Record<string, number>;
  prizes: Record<string, number>;
  /** By id and version, with a space between. */
  agreements: Record<string, number>;
  /** Scores by `hacker`, `startup` or the key of a prize. */
  scores: Record<string, number>;
  /** Projects, drafts too. */
  projects: number;
  /** Places that are taken or offered, without walk-ins, and the people who wait for one. */
  places: number;
  waiting: number;
}

/** Counts what refers to parts of the event. */
export async function selectEventUsage(db: Db): Promise<EventUsage> {
  const { rows } = await sql<EventUsage>`
    with counted (kind, key, count) as (
      select 'tracks', track, count(*) from (
        select track from applications union all select track from withdrawn_applications) a group by 2
      union all select 'checkpoints', checkpoint, count(*) from check_ins group by 2
      union all select 'prizes', prize, count(*) from (
        select unnest(prizes) from projects union all select prize from judges where prize is not null
        union all select jsonb_object_keys(special_categories) from scores where special_categories is not null
      ) p (prize) group by 2
      union all select 'agreements', agreement || ' ' || version, count(*) from agreements group by 2
      union all select 'scores', coalesce(prize, track), count(*) from scores group by 2
    ), grouped as (select kind, jsonb_object_agg(key, count) as counts from counted group by kind)
    select ${sql.join(
      ['tracks', 'checkpoints', 'prizes', 'agreements', 'scores'].map(
        (kind) => sql`coalesce((select counts from grouped where kind = ${kind}), '{}') as ${sql.ref(kind)}`,
      ),
    )}, (select count(*)::int from projects) as projects, (select count(*)::int from waitlist) as waiting,
      (select count(*)::int from applications a left join places p on p.application_id = a.id
        where a.status = 'approved' and not a.attendance_declined and p.lapsed_at is null
          and p.beyond_capacity is not true and not exists (select from walk_ins i where i.user_id = a.user_id)) as places`.execute(
    db,
  );
  return rows[0]!;
}
