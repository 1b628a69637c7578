import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { storedFilesFolder } from '../platform/files/store.ts';

export async function listStoredKeys(dataDir: string): Promise<string[]> {
  const entries = await readdir(storedFilesFolder(dataDir), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(storedFilesFolder(dataDir), path.join(entry.parentPath, entry.name)))
    .sort();
}
