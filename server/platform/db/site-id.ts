import { randomUUID } from 'node:crypto';
import type { Db } from './open.ts';
import { findSetting } from './settings.ts';

const key = 'site-id';

/** Returns the id of the site in this database, created at first use. A restored site has that of its backup. */
export async function getSiteId(db: Db): Promise<string> {
  const found = await findSetting<string>(db, key);
  if (found) return found;
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(randomUUID()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSetting<string>(db, key))!;
}
