import { discardStagedFile, stageFile } from '../files/staging.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Services } from '../services.ts';
import { selectWaitingResumes, updateResume } from './search.queries.ts';

type Needs = Pick<Services, 'db' | 'config' | 'files' | 'resumes'>;

const batch = 50;
// PostgreSQL keeps no zero bytes in texts, and nothing that is half a character.
const unstorable = /\0|\p{Cs}/gu;

/** The job after a submission: reads the person's resume. Harmless to repeat. */
export async function readResume(services: Needs, payload: Record<string, unknown>): Promise<void> {
  const waiting = await selectWaitingResumes(services.db, { userId: String(payload.userId), most: 1 });
  for (const one of waiting) await read(services, one);
  if (services.config.embeddings) await addJob(services.db, 'embed-profiles', payload);
}

/** Reads the resumes that no job has read, such as those of a restored or older database. */
export async function readWaitingResumes(services: Needs): Promise<void> {
  for (const one of await selectWaitingResumes(services.db, { most: batch })) await read(services, one);
}

/** What cannot be read is written down as such; only a store that cannot be reached is a failure, to be tried again. */
async function read(
  { db, config, files, resumes }: Needs,
  { id, key }: { id: string; key: string | null },
): Promise<void> {
  let found: { text: string; links: string[] } | undefined;
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
  await updateResume(db, id, { resume: text.trim() ? 'read' : 'unavailable', text, links });
}
