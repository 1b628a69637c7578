import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readOrCreate } from '../secret.ts';

/**
 * Returns the id of the folder in which files are stored, created at first use: two machines with a folder each differ,
 * and a data folder that was moved or copied is the same.
 */
export function loadOrCreateFolderId(dataDir: string): string {
  return readOrCreate(path.join(dataDir, 'files', 'id'), () => randomUUID().slice(0, 8));
}
