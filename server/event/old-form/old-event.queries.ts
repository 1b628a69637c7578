import { sql } from 'kysely';
import type { SettingsSection, SettingsValues } from '../../../contract/event/settings.ts';
import type { Db } from '../../platform/db/open.ts';
import { oldEventKey } from '../event.tables.ts';

/** What an organizer saved in the browser beside the files: the fields that differed, null for one that was left out. */
export interface OldChange {
  section: SettingsSection;
  changes: SettingsValues;
  at: Date;
  by: string | null;
}

/** Selects the fingerprint of the event with which the site last ran, before migration 050 or after it. */
export async function selectFingerprint(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ event: string | null }>`
    select coalesce(
      (select value #>> '{}' from settings where key = ${oldEventKey}),
      (select value ->> 'event' from settings where key = 'agreed-settings')) as event`.execute(db);
  return rows[0]?.event ?? undefined;
}

/** Selects what was saved in the browser, in the order in which it was. */
export function selectOldChanges(db: Db): Promise<OldChange[]> {
  return db
    .selectFrom('event_changes')
    .select(['section', 'changes', 'at', 'by'])
    .orderBy('at')
    .orderBy('section')
    .orderBy('version')
    .$narrowType<{ section: SettingsSection }>()
    .execute();
}

export async function hasVersions(db: Db): Promise<boolean> {
  return (await db.selectFrom('events').select('version').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertVersions(
  trx: Db,
  rows: {
    version: number;
    document: object;
    sections: SettingsSection[];
    origin: 'seed' | 'import' | 'save';
    at: Date;
    by: string | null;
  }[],
): Promise<void> {
  for (const { document, ...row } of rows)
    await trx
      .insertInto('events')
      .values({ ...row, document: JSON.stringify(document) })
      .execute();
  await trx.deleteFrom('settings').where('key', '=', oldEventKey).execute();
}
