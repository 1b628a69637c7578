import { hiddenTextMark } from '../../../packages/search/text.ts';
import type { PdfText } from '../../platform/files/pdf-reader.ts';
import { discardStagedFile, stageFile } from '../../platform/files/staging.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { PayloadOf } from '../../platform/jobs/define-job.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { embedProfilesJob, type readResumeJob } from '../apply.jobs.ts';
import { selectWaitingResumes, updateResume } from './search.queries.ts';

type Needs = Pick<Services, 'db' | 'config' | 'files' | 'resumes' | 'log'>;

const batch = 50;
/** Milliseconds for one job; the next one continues. */
const timeBudget = 60_000;
// PostgreSQL stores no zero bytes and no lone surrogates.
const unstorable = /\0|\p{Cs}/gu;

/**
 * The job after a submission: extracts the text of the person's resume. Idempotent. Every search then takes up
 * the changed profile (`applicant-index.ts`, `packages/search/profile.ts`).
 */
export async function readResume(
  services: Needs,
  { userId }: PayloadOf<typeof readResumeJob>,
): Promise<void> {
  const waiting = await selectWaitingResumes(services.db, { userId, most: 1 });
  for (const one of waiting) await read(services, one);
  if (services.config.embeddings) await addJob(services.db, embedProfilesJob, { userId });
}

/**
 * Extracts the text of resumes that no job has read, such as those of a restored database. One whose file is missing
 * waits for the next time and does not delay the others.
 */
export async function readWaitingResumes(services: Needs): Promise<void> {
  const end = performance.now() + timeBudget;
  const failed: string[] = [];
  let after: string | undefined;
  for (;;) {
    const waiting = await selectWaitingResumes(services.db, { after, most: batch });
    for (const one of waiting) {
      if (performance.now() > end) break;
      await read(services, one).catch(() => failed.push(one.id));
      after = one.id;
    }
    if (waiting.length < batch || performance.now() > end) break;
  }
  if (failed.length > 0)
    services.log.warn(
      { applications: failed.slice(0, batch), count: failed.length },
      'resumes cannot be read from the file store',
    );
}

/** Extracts and stores the text of one resume. An unreadable resume is marked; an unreachable file store throws, and the job runs again. */
async function read(
  { db, config, files, resumes }: Needs,
  { id, userId, key }: { id: string; userId: string; key: string | null },
): Promise<void> {
  let found: PdfText | undefined;
  if (key) {
    const staged = await stageFile(config.dataDir, await files.read(key));
    try {
      found = await resumes.read(staged.path);
    } finally {
      await discardStagedFile(staged);
    }
  }
  const text = (found?.text ?? '').replace(unstorable, '');
  const links = (found?.links ?? []).map((link) => link.replace(unstorable, ''));
  const marked = found?.hidesText ? `${hiddenTextMark}\n${text}` : text;
  await updateResume(db, id, { resume: text.trim() ? 'read' : 'unavailable', text: marked, links });
  if (!text.trim()) await notifySubscribers(db, `user:${userId}`);
}
