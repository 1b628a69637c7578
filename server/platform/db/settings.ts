import type { Db } from './open.ts';

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
