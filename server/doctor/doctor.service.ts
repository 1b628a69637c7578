import { createHash } from 'node:crypto';
import { applicationChecks } from '../applications/applications.doctor.ts';
import { checkInChecks } from '../check-in/check-in.doctor.ts';
import { getSiteId } from '../db/site-id.ts';
import { parseStorageKey, siteFolder } from '../files/storage-keys.ts';
import { judgingChecks } from '../judging/judging.doctor.ts';
import { vectorChecks } from '../search/models/models.doctor.ts';
import type { Services } from '../services.ts';
import { teamChecks } from '../teams/teams.doctor.ts';
import { selectFileKeys, selectFileRows, selectOffenders } from './doctor.queries.ts';

type Patient = Pick<Services, 'db' | 'event' | 'files' | 'now'>;

const batch = 500;
const orphanAge = 24 * 60 * 60_000;

/** What breaks the rules that must hold at every moment: one line for each rule, none when all is well. */
export async function findBrokenInvariants({ db, event }: Pick<Patient, 'db' | 'event'>): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, sql } of [
    ...teamChecks(event),
    ...applicationChecks(event),
    ...checkInChecks,
    ...judgingChecks,
    ...vectorChecks,
  ]) {
    const found = await selectOffenders(db, sql);
    if (found.length > 0) broken.push(`Not so: ${name} (${found.join(', ')})`);
  }
  return broken;
}

async function contentOf({ files }: Patient, key: string): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await files.read(key)) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest() };
}

/** File rows whose file is missing or is not the one that was received, a line for each. */
export async function findBrokenFiles(patient: Patient): Promise<string[]> {
  const broken: string[] = [];
  let rows = await selectFileRows(patient.db, undefined, batch);
  while (rows.length > 0) {
    for (const { id, key, size, sha256 } of rows) {
      const found = await contentOf(patient, key).catch((error: Error) => error);
      if (found instanceof Error) broken.push(`File ${id} cannot be read: ${found.message}`);
      else if (found.size !== size || !found.sha256.equals(sha256))
        broken.push(`File ${id} is not what was received: ${found.size} bytes instead of ${size}`);
    }
    rows = await selectFileRows(patient.db, rows.at(-1)?.id, batch);
  }
  return broken;
}

/** Kept files older than a day that nobody owns, a line for each. The site removes them by and by. */
export async function findOrphanedFiles({ db, files, now }: Patient): Promise<string[]> {
  const before = now().getTime() - orphanAge;
  const old: string[] = [];
  const siteId = await getSiteId(db);
  for await (const { key, lastModified } of files.list(siteFolder(siteId)))
    if (lastModified.getTime() < before && parseStorageKey(siteId, key) === 'document') old.push(key);
  const owned = await selectFileKeys(db);
  return old.filter((key) => !owned.has(key)).map((key) => `Nobody owns the kept file ${key}`);
}
