import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import type { ImportedProject } from './devpost.ts';

const toColumns = ({ text, track, team }: ImportedProject) => ({ ...text, track, team_name: team });

/** Finds the project that was imported from the same address, and whether the file changes it; imports must be locked. */
export function findImported(trx: Db, project: ImportedProject) {
  const isDifferent = sql.join(
    Object.entries(toColumns(project)).map(
      ([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`,
    ),
    sql` or `,
  );
  return trx
    .selectFrom('projects')
    .where('source', '=', project.source)
    .select(['id', sql<boolean>`(${isDifferent})`.as('isDifferent')])
    .executeTakeFirst();
}

export async function insertImported(trx: Db, project: ImportedProject, at: Date): Promise<void> {
  await trx
    .insertInto('projects')
    .values({
      ...toColumns(project),
      source: project.source,
      submitted_at: project.submittedAt ?? at,
      late: project.late,
      updated_at: at,
      hidden_at: project.hidden ? at : null,
    })
    .execute();
}

/** Changes a project to what a file says. */
export async function updateImported(trx: Db, id: string, project: ImportedProject, at: Date): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ ...toColumns(project), version: sql<number>`version + 1`, updated_at: at })
    .where('id', '=', id)
    .execute();
}
