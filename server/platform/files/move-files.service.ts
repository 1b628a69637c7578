import type { Db } from '../db/open.ts';
import { eachFile } from './files.service.ts';
import { discardStagedFile, stageFile } from './staging.ts';
import type { FileStore } from './store.ts';

interface Move {
  db: Db;
  from: FileStore;
  to: FileStore;
  dataDir: string;
}

/**
 * Copies every file that has a row from one store to another and checks it against the row. Skips existing ones, so it can
 * be repeated. Returns how many were copied, and a sentence for each failure.
 */
export async function copyFiles({ db, from, to, dataDir }: Move) {
  const found = await listKeys(to);
  const result = { copied: 0, present: 0, problems: [] as string[] };
  for await (const { key, sha256 } of eachFile(db)) {
    if (found.has(key)) {
      result.present += 1;
      continue;
    }
    const problem = await copyFile({ from, to, dataDir }, key, sha256).catch(
      (error: Error) => `The file ${key} cannot be copied: ${error.message}`,
    );
    if (problem) result.problems.push(problem);
    else result.copied += 1;
  }
  return result;
}

/** Removes the files from one store that another store also has. Returns how many. */
export async function removeCopiedFiles({ db, from, to }: Omit<Move, 'dataDir'>): Promise<number> {
  const [found, old] = [await listKeys(to), await listKeys(from)];
  let removed = 0;
  for await (const { key } of eachFile(db)) {
    if (!found.has(key) || !old.has(key)) continue;
    await from.remove(key);
    removed += 1;
  }
  return removed;
}

async function copyFile({ from, to, dataDir }: Omit<Move, 'db'>, key: string, sha256: Buffer) {
  const staged = await stageFile(dataDir, await from.read(key));
  try {
    if (!staged.sha256.equals(sha256)) return `The file ${key} is not what was uploaded.`;
    await to.keep(staged, key);
    return undefined;
  } finally {
    await discardStagedFile(staged);
  }
}

async function listKeys(store: FileStore): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of store.list('')) keys.add(key);
  return keys;
}
