import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readOrCreate } from '../secret.ts';

/**
 * Returns the id of the folder in which files are stored, created at first use. Folders on two machines have different ids;
 * a moved or copied data folder keeps its id.
 */
export function loadOrCreateFolderId(dataDir: string): string {
  return readOrCreate(path.join(dataDir, 'files', 'id'), () => randomUUID().slice(0, 8));
}
