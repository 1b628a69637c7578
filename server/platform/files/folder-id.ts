import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readOrCreate } from '../secret.ts';

/** Returns the id of the files' folder, created at first use. A moved or copied data folder keeps it. */
export function loadOrCreateFolderId(dataDir: string): string {
  return readOrCreate(path.join(dataDir, 'files', 'id'), () => randomUUID().slice(0, 8));
}
