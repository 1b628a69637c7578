import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FilePart } from '../../contract/endpoint.ts';
import type { Db } from '../db/open.ts';
import { fail, Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import { canReadFile } from './files.policy.ts';
import { deleteFile, findFileRow, insertFile, type NewFile, selectOwnedKeys } from './files.queries.ts';
import { requirePdf } from './pdf-check.ts';
import type { StagedFile } from './staging.ts';

export type DocumentKind = NewFile['kind'];

/** A received PDF that has passed the checks and lies in the store under its key, without a row yet. */
export type CheckedDocument = Omit<NewFile, 'owner_id'> & { staged: StagedFile };

const orphanAge = 24 * 3_600_000;
const batch = 500;

/** Checks a received file and gives it a key of the program's own making. Throws the part's `notPdf`. */
export async function checkDocument(
  services: Pick<Services, 'pdf'>,
  kind: DocumentKind,
  staged: StagedFile,
  part: FilePart,
): Promise<CheckedDocument> {
  const { activeContent } = await requirePdf(services, staged, part);
  return {
    staged,
    kind,
    storage_key: `${randomUUID()}.pdf`,
    size: staged.size,
    sha256: staged.sha256,
    active_content: activeContent,
  };
}

/** True when an error leaves no doubt that the transaction it came from was undone. */
function isUndone(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return error instanceof Problem || (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code));
}

/**
 * Puts papers into the store and then runs `commit`, the transaction with their rows. When that is undone the papers are
 * removed; where a lost connection leaves it in doubt they stay for `sweepFiles`, so that no row is ever without its file.
 */
export async function storeFilesAround<T>(
  { files }: Pick<Services, 'files'>,
  papers: CheckedDocument[],
  commit: () => Promise<T>,
): Promise<T> {
  let stored = false;
  try {
    for (const { staged, storage_key } of papers) await files.keep(staged, storage_key);
    stored = true;
    return await commit();
  } catch (error) {
    if (!stored || isUndone(error))
      await Promise.allSettled(papers.map(({ storage_key }) => files.remove(storage_key)));
    throw error;
  }
}

/** Writes down a stored paper as somebody's file and returns the file's id. */
export function addFile(trx: Db, ownerId: string, { staged: _, ...paper }: CheckedDocument): Promise<string> {
  return insertFile(trx, { ...paper, owner_id: ownerId });
}

/** Gives a file up: its row goes now, the file itself with the next sweep but one day, so that a backup has both. */
export function deleteFileLater(trx: Db, id: string): Promise<void> {
  return deleteFile(trx, id);
}

/** A file for somebody who may read it, under a name of our making. Throws not_found. */
export async function getFile(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  actor: SignedInUser,
  id: string,
): Promise<{ name: string; size: number; content: Readable }> {
  const file = await findFileRow(db, id);
  if (!file || !canReadFile(actor, file)) fail('not_found');
  const content = await files.read(file.key).catch((error: Error) => {
    log.error({ file: id, cause: error.name }, 'a file cannot be read');
    throw new Problem('unavailable', { retryAfter: 2, cause: error });
  });
  const kind = file.kind === 'resume' ? 'resume' : 'pitch-deck';
  return { name: `${kind}-${id.slice(0, 8)}.pdf`, size: file.size, content };
}

/** Removes stored files that nobody owns and that are older than a day; returns how many. */
export async function sweepFiles({
  db,
  files,
  now,
}: Pick<Services, 'db' | 'files' | 'now'>): Promise<number> {
  const before = now().getTime() - orphanAge;
  let removed = 0;
  let waiting: string[] = [];
  const check = async () => {
    const owned = waiting.length > 0 ? await selectOwnedKeys(db, waiting) : new Set();
    for (const key of waiting.filter((candidate) => !owned.has(candidate))) {
      await files.remove(key);
      removed += 1;
    }
    waiting = [];
  };
  for await (const { key, lastModified } of files.list()) {
    if (lastModified.getTime() < before) waiting.push(key);
    if (waiting.length === batch) await check();
  }
  await check();
  return removed;
}
