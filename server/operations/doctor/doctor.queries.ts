import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** Runs the statement of a check; returns the first column of at most 20 offending rows. */
export async function selectOffenders(db: Db, statement: string): Promise<string[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(`${statement} limit 20`).execute(db);
  return rows.map((row) => String(Object.values(row)[0]));
}

/** Selects file rows by id, after one of them. */
export function selectFileRows(db: Db, after: string | undefined, count: number) {
  let query = db
    .selectFrom('files')
    .select(['id', 'storage_key as key', 'size', 'sha256'])
    .orderBy('id')
    .limit(count);
  if (after) query = query.where('id', '>', after);
  return query.execute();
}

export async function selectFileKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('files').select('storage_key').execute();
  return new Set(rows.map((row) => row.storage_key));
}
