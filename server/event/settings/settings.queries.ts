import { sql } from 'kysely';
import type { EventDocument } from '../../../contract/event/event.ts';
import type { EventOrigin, SettingsSection } from '../../../contract/event/settings.ts';
import { shownName } from '../../people-data/shown-name.ts';
import type { Db } from '../../platform/db/open.ts';
import { oldEventKey } from '../event.tables.ts';

export interface EventVersion {
  version: number;
  document: EventDocument;
}

/** Where a version of the event comes from: its time, author and origin. */
export interface EventChange {
  version: number;
  at: Date;
  by: string | null;
  origin: EventOrigin;
}

/** Selects the version of the event that holds; undefined on an empty site. */
export function selectNewestVersion(db: Db): Promise<EventVersion | undefined> {
  return db
    .selectFrom('events')
    .select(['version', 'document'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function selectSectionChanges(db: Db): Promise<Map<SettingsSection, EventChange>> {
  const { rows } = await sql<EventChange & { section: SettingsSection }>`
    select distinct on (section) section, version, at, origin, ${shownName('users')} as by
    from events cross join unnest(sections) as section left join users on users.id = events.by
    order by section, version desc`.execute(db);
  return new Map(rows.map(({ section, ...change }) => [section, change]));
}

/** Selects the versions that changed a section, newest first. */
export function selectVersionsOf(db: Db, section: SettingsSection): Promise<(EventVersion & EventChange)[]> {
  return db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.by')
    .select(['version', 'document', 'at', 'origin', shownName('users').as('by')])
    .where(sql<boolean>`${section} = any(sections)`)
    .orderBy('version', 'desc')
    .execute();
}

/** Selects who made each version, newest first. */
export function selectVersions(db: Db): Promise<(EventChange & { sections: SettingsSection[] })[]> {
  return db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.by')
    .select(['version', 'sections', 'at', 'origin', 'users.name as by'])
    .orderBy('version', 'desc')
    .execute();
}

export async function selectDocument(db: Db, version: number): Promise<EventDocument | undefined> {
  const row = await db
    .selectFrom('events')
    .where('version', '=', version)
    .select('document')
    .executeTakeFirst();
  return row?.document;
}

export async function insertVersion(
  trx: Db,
  {
    document,
    ...row
  }: EventVersion & { sections: SettingsSection[]; origin: EventOrigin; by: string | null; at?: Date },
): Promise<void> {
  await trx
    .insertInto('events')
    .values({ ...row, document: JSON.stringify(document) })
    .execute();
}

/** Whether a site without a version has an event from before there were versions. */
export async function hasOldEvent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from event_changes) or exists (select from settings where key = ${oldEventKey}) as has`.execute(
    db,
  );
  return rows[0]!.has;
}

/** Counts the answers to a question: all of them, or those with one of these choices. */
export async function countAnswersTo(db: Db, question: string, choices: readonly string[] | null) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from answers where question = ${question} and (${choices}::text[] is null
      or case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end ?| ${choices})`.execute(
    db,
  );
  return rows[0]!.count;
}

/** The parts of the event that rows of the database refer to. */
export interface EventUsage {
  tracks: Record<string, number>;
  checkpoints: Record<string, number>;
  prizes: Record<string, number>;
  /** By id and version, with a space between. */
  agreements: Record<string, number>;
  /** Scores by the name of the track's rubric, or the key of a prize. */
  scores: Record<string, number>;
  /** Judges, tables and scores by the name of the rubric of tracks. */
  judged: Record<string, number>;
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
      union all select 'judged', track, count(*) from (
        select track from judges where removed_at is null and track is not null union all select track from demo_tables
        union all select track from scores where prize is null) j group by 2
    ), grouped as (select kind, jsonb_object_agg(key, count) as counts from counted group by kind)
    select ${sql.join(
      ['tracks', 'checkpoints', 'prizes', 'agreements', 'scores', 'judged'].map(
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
