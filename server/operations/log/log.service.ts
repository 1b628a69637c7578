import { limits } from '../../../contract/limits.ts';
import type { FailedMail, LogEntry, LogKind } from '../../../contract/operations/log.ts';
import { requireOpenReview } from '../../platform/db/blind-review.ts';
import * as mail from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { selectLog } from './log.queries.ts';

/** The beginnings of the actions of a kind, as patterns of `like`. */
const patternsOf: Record<LogKind, string[]> = {
  applications: ['application.%', 'waitlist.%', 'answers.%', 'agreement.%', 'guardian.%', 'reviews.%'],
  'check-in': ['check-in.%', 'pass.%', 'walk-in%'],
  projects: ['project.%', 'gallery.%', 'projects.imported', 'projects.switched'],
  judging: ['judg%', 'tables.%', 'score.%', 'results.%', 'score-review.%'],
  announcements: ['announcement.%'],
  people: ['role.%', 'shift.%', 'sessions.%', 'name.%', 'account.%', 'resume-link.%'],
  downloads: ['%.exported', '%.downloaded'],
  refused: ['access.refused', 'limit.reached'],
};

/** Lists a page of what was done, newest first. */
export async function listLog(
  { db }: Pick<Services, 'db'>,
  reader: string,
  { kind, before }: { kind?: LogKind | undefined; before?: number | undefined },
): Promise<LogEntry[]> {
  const rows = await selectLog(db, {
    patterns: kind ? patternsOf[kind] : [],
    ...(before !== undefined && { before }),
    reader,
    limit: limits.log.pageSize,
  });
  return rows.map(({ id, at, ...row }) => ({ _id: Number(id), at: at.toISOString(), ...row }));
}

/** Lists emails that were given up, oldest first. Throws `export_blind`: their addresses are those of applicants. */
export async function listFailedMails({ db }: Pick<Services, 'db'>): Promise<FailedMail[]> {
  await requireOpenReview(db);
  const failed = await mail.listFailedMails(db);
  return failed.slice(0, limits.log.failedMails).map(({ id, recipient, subject, failedAt, failure }) => ({
    _id: id,
    recipient,
    subject,
    failedAt: failedAt!.toISOString(),
    failure: failure ?? '',
  }));
}
