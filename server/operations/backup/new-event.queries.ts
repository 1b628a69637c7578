import type pg from 'pg';
import { escapeIdentifier as quote } from 'pg';
import {
  agreedSettingsKey,
  archiveKey,
  blindReviewKey,
  reviewPasswordKey,
  savedViewsKey,
  waitlistOrderKey,
} from '../../platform/db/schema.ts';

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

type Counted = 'organizers' | 'people' | 'staff' | 'judges' | 'applications' | 'projects';

/** Counts what closing the event archives, and the organizers that stay. */
export async function countEvent(client: pg.ClientBase) {
  const { rows } = await client.query<Record<Counted, number>>(`
    select (select count(*)::int from users where role = 'admin') as organizers,
      (select count(*)::int from users where role <> 'admin') as people,
      (select count(*)::int from users where role not in ('admin', 'hacker')) as staff,
      (select count(*)::int from judges where removed_at is null) as judges,
      (select count(*)::int from applications) as applications,
      (select count(*)::int from projects) as projects`);
  return rows[0]!;
}

/**
 * Empties the database of everything about the event, in one transaction: organizers with their sign-ins stay, and the
 * settings that are not about one event. Stored files go with the sweep of files that nothing refers to.
 */
export async function emptyEvent(
  client: pg.ClientBase,
  tables: readonly string[],
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const emptied = tables.filter((name) => !lasting.includes(name)).map(quote);
  await client.query('begin');
  try {
    // Append-only tables refuse it otherwise.
    for (const name of emptied) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${emptied.join(', ')} restart identity`);
    for (const name of emptied) await client.query(`alter table ${name} enable trigger user`);
    await client.query(`update application_counts set count = 0`);
    await client.query(`delete from users where role <> 'admin'`);
    await client.query(`update users set team_preference = null, invite_code = null`);
    await client.query('delete from settings where key <> all ($1)', [lastingSettings]);
    await upsertArchiveState(client, { id, state: 'emptied' });
    await client.query(`insert into audit (at, action, subject) values ($1, 'event.closed', $2)`, [at, id]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
