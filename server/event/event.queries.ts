import type { Db } from '../platform/db/open.ts';

export async function findEventVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max<number | null>('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}
