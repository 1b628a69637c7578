import { paths } from '../../contract/platform/pages.ts';
import type * as contract from '../../contract/projects/project-reports.ts';
import { isGalleryOpen } from '../event/project-switches.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockKey } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import { sendCachedPage } from '../platform/http/cached-pages.ts';
import type { Call, HttpCall } from '../platform/http/call.ts';
import { createPlainPage } from '../platform/http/plain-page.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { listGalleryProjects } from './gallery-projects.service.ts';
import { deleteReports, insertReport } from './reports.queries.ts';

/** The newest reports of a project are stored; of those before them only the number. */
const mostReports = 20;

const getThanks = perEvent(({ event: { name: site } }) =>
  createPlainPage({
    site,
    title: 'Reported',
    main: `<h1>Thank you. The organizers see your report.</h1>
<p><a href="${paths.projects}">All projects</a></p>`,
  }),
);

/** Stores what a visitor writes about a project of the gallery. Throws `not_found` for what is not in it. */
export async function reportProject(
  services: Services,
  { params: { id }, body: { text }, request, reply }: HttpCall<typeof contract.reportProject>,
) {
  const isShown = (await isGalleryOpen(services)) && (await listGalleryProjects(services.db, id)).length > 0;
  if (!isShown) fail('not_found');
  await transact(services.db, async (trx) => {
    await lockKey(trx, `reports ${id}`);
    const report = { project: id, text, at: services.now(), most: mostReports };
    await insertReport(trx, report);
    await notifySubscribers(trx, 'judging');
  });
  return sendCachedPage(getThanks(services), request, reply);
}

/** Deletes the reports of a project, which organizers have looked at. */
export function dismissReports(
  { db }: Pick<Services, 'db'>,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.dismissReports>,
): Promise<void> {
  return transact(db, async (trx) => {
    await lockKey(trx, `reports ${id}`);
    const count = await deleteReports(trx, id);
    if (count === 0) return;
    await recordAudit(trx, actorId, 'project.reports_dismissed', id, { count });
    await notifySubscribers(trx, 'judging');
  });
}
