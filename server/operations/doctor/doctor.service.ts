import { pipeline } from 'node:stream/promises';
import { getSiteId } from '../../platform/db/settings.ts';
import { eachFile } from '../../platform/files/files.service.ts';
import { createMeter, type Measured } from '../../platform/files/meter.ts';
import { orphanAge, parseStorageKey, siteFolder } from '../../platform/files/store.ts';
import type { Services } from '../../platform/services.ts';
import { listChecks } from './data.doctor.ts';
import { selectOffenders } from './doctor.queries.ts';

type Site = Pick<Services, 'db' | 'event' | 'files' | 'now'>;

export async function listBrokenInvariants({ db, event }: Pick<Site, 'db' | 'event'>): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, statement] of Object.entries(listChecks(event))) {
    const offenders = await selectOffenders(db, statement);
    if (offenders.length > 0) broken.push(`Violated: ${name} (${offenders.join(', ')})`);
  }
  return broken;
}

async function measureFile({ files }: Site, key: string): Promise<Measured> {
  const { through, read } = createMeter();
  await pipeline(await files.read(key), through.resume());
  return read();
}

/** Finds file rows whose file is missing or was altered, a line for each. */
export async function listBrokenFiles(site: Site): Promise<string[]> {
  const broken: string[] = [];
  for await (const { id, key, size, sha256 } of eachFile(site.db)) {
    const found = await measureFile(site, key).catch((error: Error) => error);
    if (found instanceof Error) broken.push(`File ${id} cannot be read: ${found.message}`);
    else if (found.size !== size || !found.sha256.equals(sha256))
      broken.push(`File ${id} is not what was uploaded: ${found.size} bytes instead of ${size}`);
  }
  return broken;
}

/** Finds what is wrong with stored files, a line for each; of a store that cannot be used, only that. */
export async function listFileProblems(site: Site): Promise<string[]> {
  const unusable = await site.files.probe().then(
    () => undefined,
    (error: Error & { code?: string }) => error.code ?? error.name,
  );
  if (unusable) return [`Files cannot be stored or read: the bucket or the data folder says ${unusable}.`];
  return [...(await listBrokenFiles(site)), ...(await listOrphanedFiles(site))];
}

/** Finds stored files older than a day that nobody owns, a line for each. The hourly sweep removes them. */
async function listOrphanedFiles({ db, files, now }: Site): Promise<string[]> {
  const before = now().getTime() - orphanAge;
  const old = new Set<string>();
  const siteId = await getSiteId(db);
  for await (const { key, lastModified } of files.list(siteFolder(siteId)))
    if (lastModified.getTime() < before && parseStorageKey(siteId, key) === 'document') old.add(key);
  for await (const { key } of eachFile(db)) old.delete(key);
  return [...old].map((key) => `Nobody owns the stored file ${key}`);
}
