import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Inserts a report unless its project has `most` already; returns whether it did. The project's reports must be locked. */
export async function insertReport(
  trx: Db,
  { project, text, at, most }: { project: string; text: string; at: Date; most: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into project_reports (project_id, text, at)
    select ${project}::uuid, ${text}, ${at}
    where (select count(*) from project_reports where project_id = ${project}) < ${most}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Selects every report, oldest first. */
export function selectReports(db: Db) {
  return db
    .selectFrom('project_reports')
    .select(['id', 'project_id as project', 'text', 'at'])
    .orderBy('at')
    .orderBy('id')
    .execute();
}

export async function deleteReports(trx: Db, project: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('project_reports')
    .where('project_id', '=', project)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
