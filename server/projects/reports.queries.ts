import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';

/** Inserts a report. Keeps the newest `most`; deletes and counts the others. The project's reports must be locked. */
export async function insertReport(
  trx: Db,
  { project, text, at, most }: { project: string; text: string; at: Date; most: number },
): Promise<void> {
  await trx.insertInto('project_reports').values({ project_id: project, text, at }).execute();
  await sql`with gone as (
      delete from project_reports where id in (
        select id from project_reports where project_id = ${project} order by at desc, id desc offset ${most}
      ) returning id
    )
    update projects set earlier_reports = earlier_reports + (select count(*) from gone)
    where id = ${project} and exists (select from gone)`.execute(trx);
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

/** Deletes the reports of a project, which must be locked; returns how many there were, those that gave way to newer ones included. */
export async function deleteReports(trx: Db, project: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('project_reports')
    .where('project_id', '=', project)
    .executeTakeFirst();
  const { rows } = await sql<{ earlier: number }>`update projects p set earlier_reports = 0
    from (select earlier_reports from projects where id = ${project}) as before
    where p.id = ${project} returning before.earlier_reports as earlier`.execute(trx);
  return Number(numDeletedRows) + (rows[0]?.earlier ?? 0);
}
