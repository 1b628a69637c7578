import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { ImportedProject } from './devpost.ts';

/** Finds a project that was imported from an address; imports must be locked. */
export function findImported(trx: Db, source: string) {
  return trx.selectFrom('projects').where('source', '=', source).select('id').executeTakeFirst();
}

const toColumns = ({ text, track, team }: ImportedProject) => ({ ...text, track, team_name: team });

export async function insertImported(trx: Db, project: ImportedProject, at: Date): Promise<void> {
  await trx
    .insertInto('projects')
    .values({
      ...toColumns(project),
      source: project.source,
      submitted_at: at,
      updated_at: at,
      hidden_at: project.hidden ? at : null,
    })
    .execute();
}

/** Changes a project to what a file says; returns whether anything was different. */
export async function updateImported(
  trx: Db,
  id: string,
  project: ImportedProject,
  at: Date,
): Promise<boolean> {
  const columns = toColumns(project);
  const isDifferent = sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`),
    sql` or `,
  );
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ ...columns, version: sql<number>`version + 1`, updated_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`(${isDifferent})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
