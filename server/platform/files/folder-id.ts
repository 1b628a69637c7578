import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';

/**
 * Returns the id of the folder in which files are stored, created at first use: two machines with a folder each differ,
 * and a data folder that was moved or copied is the same.
 */
export async function loadOrCreateFolderId(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'files');
  const file = path.join(folder, 'id');
  const found = await readId(file);
  if (found) return found;
  await fs.mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await fs.writeFile(draft, `${randomUUID().slice(0, 8)}\n`, { flush: true });
  try {
    // A link is created atomically and only once: copies that start together read the same id.
    await fs.link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
  return (await readId(file))!;
}

async function readId(file: string): Promise<string | undefined> {
  const content = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return content?.trim();
}
