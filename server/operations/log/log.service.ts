import { Readable } from 'node:stream';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/operations/log.ts';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import { findGroupLabel } from '../../judging/winners.ts';
import { requireOpenReview } from '../../people-data/blind-review.ts';
import type { Call } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import * as mail from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { selectLog } from './log.queries.ts';

/** The beginnings of the actions of a kind, as patterns of `like`. */
const patternsOf: Record<contract.LogKind, string[]> = {
  applications: ['application.%', 'waitlist.%', 'answers.%', 'agreement.%', 'guardian.%', 'reviews.%'],
  'check-in': ['check-in.%', 'pass.%', 'walk-in%'],
  projects: ['project.%', 'gallery.%', 'projects.imported', 'projects.switched'],
  judging: ['judg%', 'tables.%', 'score.%', 'results.%', 'score-review.%'],
  announcements: ['announcement.%'],
  people: ['role.%', 'shift.%', 'sessions.%', 'name.%', 'account.%', 'person.%', 'resume-link.%'],
  settings: ['settings.%'],
  downloads: ['%.exported', '%.downloaded', 'site.%'],
  refused: ['access.refused', 'limit.reached'],
};

/** Lists a page of what was done, newest first. */
export async function listLog(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: { id: reader }, query: { kind, before } }: Call<typeof contract.listLog>,
): Promise<contract.LogEntry[]> {
  const rows = await selectLog(db, {
    patterns: kind ? patternsOf[kind] : [],
    ...(before !== undefined && { before }),
    reader,
    limit: limits.log.pageSize,
  });
  return rows.map(({ id, at, checkpoint, group, ...row }) => ({
    _id: Number(id),
    at: at.toISOString(),
    ...row,
    subject: row.subject ?? findGroupLabel(event, group),
    ...(checkpoint && { checkpoint }),
  }));
}

/** Returns the log as CSV, read page by page while it is sent. */
export function exportLog(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: { id: reader }, query: { kind } }: Call<typeof contract.exportLog>,
): Download {
  async function* readPages() {
    yield byteOrderMark +
      formatCsv([['At', 'By', 'Address', 'Action', 'To', 'Section', 'Reason', 'Checkpoint']]);
    const limit: number = limits.log.exportedAtOnce;
    const patterns = kind ? patternsOf[kind] : [];
    for (let before: number | undefined, count = limit; count === limit; ) {
      const rows = await selectLog(db, { patterns, reader, limit, ...(before !== undefined && { before }) });
      yield formatCsv(
        rows.map(({ at, by, address, action, subject, group, section, reason, checkpoint }) => [
          ...[at.toISOString(), by, address, action, subject ?? findGroupLabel(event, group)],
          ...[section, reason, checkpoint],
        ]),
      );
      before = Number(rows.at(-1)?.id);
      count = rows.length;
    }
  }
  return new Download('log.csv', Readable.from(readPages(), { objectMode: false }));
}

/** Lists emails that were given up, oldest first. Throws `export_blind`: their addresses are those of applicants. */
export async function listFailedMails({ db }: Pick<Services, 'db'>): Promise<contract.FailedMail[]> {
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

/** Queues emails again that were given up, and returns how many. */
export async function retryFailedMails(
  services: Services,
  { body: { ids } }: Call<typeof contract.retryFailedMails>,
): Promise<{ success: true; queued: number }> {
  return { success: true, queued: await mail.retryFailedMails(services, ids) };
}
