import { randomUUID } from 'node:crypto';
import type { Db } from './open.ts';

/** Returns the id of the site in this database, created at first use. A restored site has that of its backup. */
export async function getSiteId(db: Db): Promise<string> {
  const select = () =>
    db.selectFrom('settings').where('key', '=', 'site-id').select('value').executeTakeFirst();
  const found = await select();
  if (found) return String(found.value);
  const row = { key: 'site-id', value: JSON.stringify(randomUUID()) };
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return String((await select())?.value);
}
