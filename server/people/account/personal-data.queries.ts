import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { personalTables } from './registered-data.ts';

interface FileRow {
  id: string;
  kind: string;
  size: number;
  created_at: Date;
  key: string;
  alternative_text: string | null;
}

/**
 * Selects all personal data about a user, as the tables register it; single rows, such as the application, are undefined
 * when missing.
 */
export async function selectPersonalData(db: Db, userId: string) {
  const application = sql<string>`(select id from applications where user_id = ${userId})`;
  const decided = sql<string>`(select id from applications where user_id = ${userId} and status <> 'pending')`;
  const team = sql<string>`(select team_id from team_members where user_id = ${userId})`;
  const owner = { id: sql<string>`${userId}`, application, decided, team };
  const select = async (query: RawBuilder<unknown>) => (await query.execute(db)).rows;
  const data: Record<string, unknown> & { files: FileRow[] } = { files: [] };
  for (const [, { exported = {}, exportedRow = {} }] of personalTables) {
    for (const [name, query] of Object.entries(exportedRow)) {
      const [row] = (await select(query(owner))) as ({ value?: unknown } | undefined)[];
      data[name] = row?.value ?? row;
    }
    for (const [name, query] of Object.entries(typeof exported === 'string' ? {} : exported))
      data[name] = await select(query(owner));
  }
  return data;
}

/** Moves the data that `registered-data.ts` marks as `moves` from a merged account. */
export async function moveToAccount(trx: Db, { keptId, removedId }: { keptId: string; removedId: string }) {
  for (const [table, { accounts = {}, moves }] of personalTables)
    for (const column of moves ? Object.keys(accounts) : [])
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${keptId} where ${sql.ref(column)} = ${removedId}
        ${moves === 'missing' ? sql`and not exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${keptId})` : sql``}`.execute(
        trx,
      );
}

/** Deletes users with everything that refers to their accounts, and what is stored only under their addresses. */
export async function deleteUsers(trx: Db, ids: readonly string[]): Promise<void> {
  for (const [table, { address, accounts }] of personalTables)
    if (address)
      await sql`delete from ${sql.table(table)}
        where ${sql.ref(address)} in (select email from users where id = any(${ids}))
        ${accounts?.user_id ? sql`and user_id is null` : sql``}`.execute(trx);
  await trx.deleteFrom('users').where('id', 'in', ids).execute();
}
