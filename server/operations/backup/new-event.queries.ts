import type pg from 'pg';
import { escapeIdentifier as quote } from 'pg';
import type { EventDocument } from '../../../contract/event/event.ts';
import { sectionNames } from '../../../contract/event/settings.ts';
import { staffRoles } from '../../../contract/platform/roles.ts';
import { savedViewsKey, waitlistOrderKey } from '../../apply/apply.tables.ts';
import { blindReviewKey } from '../../people-data/blind-review.ts';
import { reviewPasswordKey } from '../../people-data/people.tables.ts';
import { agreedSettingsKey } from '../../platform/db/settings.ts';
import { archiveKey } from './backup.queries.ts';

/** How far closing an event has come: `started` until the database is empty. */
interface ArchiveState {
  id: string;
  state: 'started' | 'emptied';
}

/** The tables that a new event begins with: organizers, their sign-ins and the settings. */
const lasting = ['users', 'identities', 'sessions', 'settings', 'application_counts'];
/** The settings that are not about one event; `archiveKey` says which event was closed last. */
const lastingSettings = [
  reviewPasswordKey,
  blindReviewKey,
  waitlistOrderKey,
  savedViewsKey,
  agreedSettingsKey,
  archiveKey,
];

export async function selectArchiveState(client: pg.ClientBase): Promise<ArchiveState | undefined> {
  const { rows } = await client.query<{ value: ArchiveState }>('select value from settings where key = $1', [
    archiveKey,
  ]);
  return rows[0]?.value;
}

export async function upsertArchiveState(client: pg.ClientBase, state: ArchiveState): Promise<void> {
  await client.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [archiveKey, JSON.stringify(state)],
  );
}

type Counted = 'organizers' | 'people' | 'team' | 'staff' | 'judges' | 'applications' | 'projects';

const teamRoles: readonly string[] = staffRoles.filter((role) => role !== 'admin');

/** Counts what closing the event archives, and the organizers that stay. */
export async function countEvent(client: pg.ClientBase) {
  const { rows } = await client.query<Record<Counted, number>>(
    `
    select (select count(*)::int from users where role = 'admin') as organizers,
      (select count(*)::int from users where role <> 'admin') as people,
      (select count(*)::int from users where role = any($1)) as team,
      (select count(*)::int from users where role not in ('admin', 'hacker')) as staff,
      (select count(*)::int from judges where removed_at is null) as judges,
      (select count(*)::int from applications) as applications,
      (select count(*)::int from projects) as projects`,
    [teamRoles],
  );
  return rows[0]!;
}

/** Deletes the saved views that search for words, which may be a name, and those that are called after somebody who leaves. */
async function deleteViewsOfPeople(client: pg.ClientBase, staying: readonly string[]): Promise<void> {
  await client.query(
    `with people (word) as (
      select name from users where role <> all ($2) union select approved_name from applications
      union select email from users where role <> all ($2))
    update settings set value = (
      select coalesce(jsonb_agg(view order by at), '[]') from jsonb_array_elements(value) with ordinality as list (view, at)
      where view ->> 'search' !~ '(^|[?&])q=.' and not exists (
        select from people where word ~ '\\S\\s+\\S|@' and strpos(lower(view ->> 'name'), lower(word)) > 0))
    where key = $1`,
    [savedViewsKey, staying],
  );
}

/** What the next event begins with, besides organizers. */
export interface TakenAlong {
  /** The accounts of the team. */
  team: boolean;
  /** The document of the next event; without one its first start begins with the usual one. */
  document?: EventDocument;
}

/**
 * Empties the database of everything about the event, in one transaction: organizers with their sign-ins stay, the
 * settings that are not about one event, and what is taken along. Stored files go with the sweep of files that nothing refers
 * to.
 */
export async function emptyEvent(
  client: pg.ClientBase,
  tables: readonly string[],
  { id, at, taken, by }: { id: string; at: Date; taken: TakenAlong; by: string | null },
): Promise<void> {
  const emptied = tables.filter((name) => !lasting.includes(name)).map(quote);
  const document = taken.document && JSON.stringify(taken.document);
  await client.query('begin');
  try {
    const kept = await client.query<{ rows: unknown }>(
      `select jsonb_agg(files) as rows from files
        where owner_id is null and project_id is null and strpos($1, coalesce(original_id, id)::text) > 0`,
      [document ?? ''],
    );
    const staying = ['admin', ...(taken.team ? teamRoles : [])];
    await deleteViewsOfPeople(client, staying);
    // Append-only tables refuse it otherwise.
    for (const name of emptied) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${emptied.join(', ')} restart identity`);
    for (const name of emptied) await client.query(`alter table ${name} enable trigger user`);
    await client.query('delete from application_counts');
    await client.query('delete from users where role <> all ($1)', [staying]);
    await client.query(`update users set team_preference = null, invite_code = null`);
    await client.query('delete from settings where key <> all ($1)', [lastingSettings]);
    if (document) {
      await client.query('insert into files select * from jsonb_populate_recordset(null::files, $1)', [
        JSON.stringify(kept.rows[0]!.rows ?? []),
      ]);
      await client.query(
        `insert into events (version, document, sections, origin, at) values (1, $1, $2, 'seed', $3)`,
        [document, sectionNames, at],
      );
    }
    await upsertArchiveState(client, { id, state: 'emptied' });
    await client.query(
      `insert into audit (at, action, subject, actor_id) values ($1, 'event.closed', $2, $3)`,
      [at, id, by],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
