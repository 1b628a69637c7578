import { paths } from '../../contract/pages.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockKey } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { findGalleryContent } from './gallery.service.ts';
import { deleteReports, insertReport } from './reports.queries.ts';

/** The newest reports of a project are stored; of those before them only the number. */
const mostReports = 20;

/** Stores what a visitor writes about a project of the gallery. Throws `not_found` for what is not in it. */
export async function reportProject(
  services: Pick<Services, 'db' | 'event' | 'now'>,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const content = await findGalleryContent(services, `${paths.projects}/${id}`);
  if (content?.kind !== 'project') fail('not_found');
  await transact(services.db, async (trx) => {
    await lockKey(trx, `reports ${id}`);
    const report = { project: id, text, at: services.now(), most: mostReports };
    await insertReport(trx, report);
    await notifySubscribers(trx, 'judging');
  });
}

/** Deletes the reports of a project, which organizers have looked at. */
export function dismissReports({ db }: Pick<Services, 'db'>, actorId: string, id: string): Promise<void> {
  return transact(db, async (trx) => {
    await lockKey(trx, `reports ${id}`);
    const count = await deleteReports(trx, id);
    if (count === 0) return;
    await recordAudit(trx, { actorId, action: 'project.reports_dismissed', subject: id, detail: { count } });
    await notifySubscribers(trx, 'judging');
  });
}
