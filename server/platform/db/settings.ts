import { randomUUID } from 'node:crypto';
import type { Db } from './open.ts';

/** What all instances share, and the mark of the secret that signed passes before the current one. */
export const agreedSettingsKey = 'agreed-settings';
export const earlierSecretKey = 'earlier-secret';

/** Returns the value of a setting; undefined when it was never set. */
export async function findSetting<Value>(db: Db, key: string): Promise<Value | undefined> {
  const row = await db.selectFrom('settings').where('key', '=', key).select('value').executeTakeFirst();
  return row?.value as Value | undefined;
}

export async function upsertSetting(db: Db, key: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value);
  await db
    .insertInto('settings')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute();
}

const siteIdKey = 'site-id';
const siteIds = new WeakMap<Db, string>();

/** Returns the id of the site in this database, created at first use. A restored site keeps the id of its backup. */
export async function getSiteId(db: Db): Promise<string> {
  const known = siteIds.get(db) ?? (await findSetting<string>(db, siteIdKey));
  if (known) {
    siteIds.set(db, known);
    return known;
  }
  await db
    .insertInto('settings')
    .values({ key: siteIdKey, value: JSON.stringify(randomUUID()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSetting<string>(db, siteIdKey))!;
}
