import type { Application, ApplicationStatus } from '../../contract/applications.ts';
import { cleanLine } from '../../contract/text-rules.ts';
import { listAuditEntries, recordAudit } from '../audit/audit.service.ts';
import { lockApplicant, lockApplication } from '../db/locks.ts';
import { transact } from '../db/transact.ts';
import { toProblem } from '../http/error-handler.ts';
import { fail } from '../http/problem.ts';
import { notifySubscribers } from '../live/notify.ts';
import { createStatusEmail } from '../mail/emails.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import { findApplication, isCheckedIn, updateStatus } from './applications.queries.ts';
import { statusRefusal } from './applications.rules.ts';
import { entranceId, toApplication } from './applications.views.ts';
import {
  countApplicationsByStatus,
  countFilteredApplications,
  type PageRange,
  selectApplicationPage,
} from './applications-admin.queries.ts';
import { countApplicationsByDay, countArrivalsByTenMinutes } from './statistics.queries.ts';

type Decision = 'approved' | 'rejected';

interface ApplicationListQuery extends PageRange {
  status?: ApplicationStatus;
  /** Words of name, email address or major. */
  q?: string;
}

/** Returns a page of applications, and how many match the filter. */
export async function listApplications(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedInUser,
  { status, q = '', ...page }: ApplicationListQuery,
): Promise<{ page: Application[]; total: number }> {
  const filter = { status, words: cleanLine(q).split(' ').filter(Boolean) };
  const [rows, total] = await Promise.all([
    selectApplicationPage(db, entranceId(event), filter, page),
    // The database keeps the counts by status.
    filter.words.length > 0
      ? countFilteredApplications(db, filter)
      : countApplications({ db }).then((counts) => counts[status ?? 'all']),
  ]);
  return { page: rows.map((row) => toApplication(event, actor, row)), total };
}

/** Returns how many applications there are, in all and by status. */
export async function countApplications({ db }: Pick<Services, 'db'>) {
  const counts = { all: 0, pending: 0, approved: 0, rejected: 0 };
  for (const { status, count } of await countApplicationsByStatus(db)) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

/** Returns one application as organizers see it. Throws `not_found`. */
export async function getApplication(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedInUser,
  id: string,
): Promise<Application> {
  const row = (await findApplication(db, id, entranceId(event))) ?? fail('not_found');
  return toApplication(event, actor, row);
}

/**
 * Approves or rejects an application. A change is audited and emailed once to a person with a verified address; the same
 * status again changes nothing. Throws `not_found`, `status_checked_in`, and `status_changed` when the status is not `from`.
 */
export async function updateApplicationStatus(
  services: Services,
  actor: SignedInUser,
  id: string,
  { status, from }: { status: Decision; from?: ApplicationStatus },
): Promise<Application> {
  await decide(services, actor, id, status, from);
  return getApplication(services, actor, id);
}

/** Decides on several applications, each on its own: one refusal does not stop the others. */
export async function updateApplicationStatuses(
  services: Services,
  actor: SignedInUser,
  ids: string[],
  status: Decision,
) {
  const changed: string[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await decide(services, actor, id, status);
      changed.push(id);
    } catch (error) {
      const { code, message } = toProblem(error);
      failed.push({ id, code, message });
    }
  }
  return { changed, failed };
}

async function decide(
  services: Services,
  actor: SignedInUser,
  id: string,
  status: Decision,
  expected?: ApplicationStatus,
): Promise<void> {
  const { db, event, config, now } = services;
  await transact(db, async (trx) => {
    const applicant = await lockApplicant(trx, id);
    const application = await lockApplication(trx, id);
    if (!applicant || !application) fail('not_found');
    const { status: from } = application;
    if (from === status) return;
    if (expected && expected !== from) fail('status_changed', { values: { status: from } });
    const refusal = statusRefusal(status, await isCheckedIn(trx, applicant.id));
    if (refusal) fail(refusal);
    await updateStatus(trx, id, { status, by: actor.id, at: now() });
    await recordAudit(trx, {
      actorId: actor.id,
      action: `application.${status}`,
      subject: id,
      detail: { from },
    });
    if (applicant.email && applicant.emailVerified) {
      const email = createStatusEmail({ event, publicUrl: config.publicUrl, name: applicant.name, status });
      await queueMail(trx, { to: applicant.email, userId: applicant.id, ...email });
    }
    await notifySubscribers(trx, 'applications');
    await notifySubscribers(trx, `user:${applicant.id}`);
  });
}

/** Returns everything that was done to an application and its person. Throws `not_found`. */
export async function getApplicationHistory(services: Services, actor: SignedInUser, id: string) {
  const { user } = await getApplication(services, actor, id);
  return listAuditEntries(services.db, [id, user._id]);
}

/** Returns the figures of the organizers' charts. */
export async function getApplicationStatistics({ db, event }: Services) {
  const arrivals = await countArrivalsByTenMinutes(db, entranceId(event));
  return {
    days: await countApplicationsByDay(db, event.timezone),
    arrivals: arrivals.map(({ at, count }) => ({ at: at.toISOString(), count })),
  };
}
