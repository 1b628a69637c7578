import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** Runs the statement of a check; returns the first column of at most 20 offending rows. */
export async function selectOffenders(db: Db, statement: string): Promise<string[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(`${statement} limit 20`).execute(db);
  return rows.map((row) => String(Object.values(row)[0]));
}
