import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getSiteId } from '../../platform/db/settings.ts';
import { stagingFolder } from '../../platform/files/staging.ts';
import { toStorageKey } from '../../platform/files/store.ts';
import type { Services } from '../../platform/services.ts';

/** Stores a file under an id and returns its row. Not flushed to disk: invented files can be created again. */
export async function storeSeedFile<Owner extends object>(
  services: Services,
  id: string,
  owner: Owner,
  content: Buffer,
  ending: string,
) {
  const staged = path.join(stagingFolder(services.config.dataDir), `${id}.part`);
  await writeFile(staged, content, { mode: 0o600 });
  const sha256 = createHash('sha256').update(content).digest();
  const file = {
    path: staged,
    size: content.length,
    sha256,
    head: content.subarray(0, 16),
  };
  const storage_key = toStorageKey(await getSiteId(services.db), `${id}.${ending}`);
  await services.files.keep(file, storage_key);
  return { id, ...owner, storage_key, size: content.length, sha256 };
}
