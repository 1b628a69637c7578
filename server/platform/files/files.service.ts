import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { limits } from '../../../contract/limits.ts';
import type { PdfPart } from '../../../contract/platform/endpoint.ts';
import type { Db } from '../db/open.ts';
import { getSiteId } from '../db/settings.ts';
import { fail, Problem } from '../http/problem.ts';
import { addJob, addJobs } from '../jobs/add-job.ts';
import type { PayloadOf } from '../jobs/define-job.ts';
import { deleteFilesJob, inspectFileJob } from '../jobs/platform.jobs.ts';
import type { Services } from '../services.ts';
import * as queries from './files.queries.ts';
import { discardStagedFile, type StagedFile, stageFile } from './staging.ts';
import { type ByteRange, orphanAge, parseStorageKey, siteFolder, toStorageKey, toTrashKey } from './store.ts';

/** An uploaded PDF that passed the checks, with a storage key but without a row yet. */
export type CheckedDocument = queries.NewDocument & { staged: StagedFile; isInspected: boolean };

/** A picture, or another file of the event, with a storage key but without a row yet. */
export type UnstoredFile = Omit<queries.NewEventFile, 'kind' | 'original_id'> & { staged: StagedFile };

/** Returns the address of a person's document, or of a file that answers a question. */
export const toFileUrl = (id: string): string => `/api/files/${id}`;

const deletionDelay = orphanAge / 1000;
const trashAge = 30 * orphanAge;
const batch = 500;

/** Whether the bytes look like a PDF. Like PDF readers, it allows 1 KB before the header and anything after the trailer. */
function hasPdfMarkers(bytes: Buffer): boolean {
  const at = bytes.indexOf('%PDF-');
  return at >= 0 && at <= limits.pdf.maxHeaderOffset && bytes.includes('%%EOF', at);
}

/**
 * Checks a resume, a pitch deck or a PDF answer uploaded by `owner_id` and creates its storage key. It must look like a PDF
 * and open in a PDF reader without a password (`pdf-reader.ts`). If there is no time to open it, header and trailer are
 * enough, because files are served so that nothing in them runs; organizers are warned until `inspectFile` has opened it.
 * `platform/http/uploads.ts` limits its size (`limits.pdf`) while it arrives. Throws the part's `notPdf` and `locked`.
 */
export async function checkDocument(
  { db, pdf }: Pick<Services, 'db' | 'pdf'>,
  { owner_id, kind }: Pick<queries.NewDocument, 'owner_id' | 'kind'>,
  staged: StagedFile,
  { notPdf, locked }: PdfPart,
): Promise<CheckedDocument> {
  if (!hasPdfMarkers(await readFile(staged.path))) fail(notPdf, { field: kind });
  const verdict = await pdf.inspect(staged.path, owner_id);
  if (verdict?.needsPassword) fail(locked, { field: kind });
  if (verdict && !verdict.opens) fail(notPdf, { field: kind });
  return {
    staged,
    owner_id,
    kind,
    storage_key: toStorageKey(await getSiteId(db), `${randomUUID()}.pdf`),
    size: staged.size,
    sha256: staged.sha256,
    active_content: verdict?.activeContent ?? true,
    isInspected: verdict !== undefined,
  };
}

/** Opens a stored file, or a range of it, to send it. Throws `unavailable`. */
export async function openStoredFile(
  { files, log }: Pick<Services, 'files' | 'log'>,
  key: string,
  range?: ByteRange,
): Promise<Readable> {
  return files.read(key, range).catch((error: Error) => {
    log.error({ key, cause: error.name }, 'a file cannot be read');
    throw new Problem('unavailable', { retryAfter: 2, cause: error });
  });
}

/**
 * The job for a stored document that there was no time to open. A document that does not open keeps its warning.
 * Idempotent.
 */
export async function inspectFile(
  { db, config, files, resumes }: Pick<Services, 'db' | 'config' | 'files' | 'resumes'>,
  { key }: PayloadOf<typeof inspectFileJob>,
): Promise<void> {
  if (!(await queries.selectOwnedKeys(db, [key])).has(key)) return;
  const staged = await stageFile(config.dataDir, await files.read(key));
  try {
    const verdict = await resumes.inspect(staged.path);
    if (!verdict) throw new Error('no time to inspect a document');
    await queries.updateActiveContent(db, key, !verdict.opens || verdict.activeContent);
  } finally {
    await discardStagedFile(staged);
  }
}

/**
 * Returns whether an error means that its transaction was rolled back; after a lost connection (08, 57) that is unknown.
 */
function isRolledBack(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return error instanceof Problem || (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code));
}

/**
 * Stores files and then runs `commit`, the transaction with their rows. If it is rolled back, the files are removed; if a
 * lost connection leaves that in doubt, they stay for `sweepFiles`, so that a row is never without its file.
 */
export async function storeFilesAround<T>(
  { files }: Pick<Services, 'files'>,
  stagedFiles: { staged: StagedFile; storage_key: string }[],
  commit: () => Promise<T>,
): Promise<T> {
  let stored = false;
  try {
    for (const { staged, storage_key } of stagedFiles) await files.keep(staged, storage_key);
    stored = true;
    return await commit();
  } catch (error) {
    if (!stored || isRolledBack(error))
      await Promise.allSettled(stagedFiles.map(({ storage_key }) => files.remove(storage_key)));
    throw error;
  }
}

/**
 * Begins a statement that inserts the rows of stored documents together with what refers to them by these ids, and queues
 * the inspection of those not opened yet.
 */
export async function beginWithFiles(trx: Db, documents: readonly CheckedDocument[]) {
  await queueInspections(trx, documents);
  const rows = documents.map(({ staged: _, isInspected: __, ...row }) => ({ ...row, id: randomUUID() }));
  const idOf = (kind: queries.NewDocument['kind']) => rows.find((row) => row.kind === kind)?.id ?? null;
  return { query: queries.withFiles(trx, rows), resumeId: idOf('resume'), pitchDeckId: idOf('pitchDeck') };
}

/** Inserts the row of a stored document and returns the file's id. */
export async function addFile(trx: Db, document: CheckedDocument): Promise<string> {
  await queueInspections(trx, [document]);
  const { staged: _, isInspected: __, ...row } = document;
  return queries.insertFile(trx, row);
}

async function queueInspections(trx: Db, documents: readonly CheckedDocument[]): Promise<void> {
  const keys = documents.filter(({ isInspected }) => !isInspected).map(({ storage_key: key }) => ({ key }));
  if (keys.length > 0) await addJobs(trx, inspectFileJob, keys);
}

/** Inserts the row of a stored picture of a project and returns the file's id. */
export function addPictureFile(
  trx: Db,
  { staged: _, ...row }: UnstoredFile,
  owner: { project_id: string; kind: 'picture' | 'thumbnail' },
): Promise<string> {
  return queries.insertFile(trx, { ...row, ...owner });
}

/** Deletes the rows of files now and the stored files later, by default a day, so that a running backup still has both. */
export async function deleteFiles(trx: Db, ids: readonly string[], delaySeconds?: number): Promise<void> {
  if (ids.length > 0) await queueDeletion(trx, await queries.deleteFileRows(trx, ids), delaySeconds);
}

/** Queues the deletion of the stored files of people or projects that are about to be deleted with their file rows. */
export async function deleteFilesOf(trx: Db, owner: 'owner_id' | 'project_id', ids: readonly string[]) {
  if (ids.length > 0) await queueDeletion(trx, await queries.selectKeysOf(trx, owner, ids));
}

async function queueDeletion(trx: Db, keys: string[], delaySeconds = deletionDelay): Promise<void> {
  if (keys.length > 0) await addJob(trx, deleteFilesJob, { keys }, { delaySeconds });
}

export async function* eachFile(db: Db) {
  let rows = await queries.selectFilesAfter(db, '', batch);
  while (rows.length > 0) {
    yield* rows;
    rows = await queries.selectFilesAfter(db, rows.at(-1)!.key, batch);
  }
}

/** The job an hour or a day after file rows were deleted: deletes the stored files that no row has. Idempotent. */
export async function deleteStoredFiles(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { keys }: PayloadOf<typeof deleteFilesJob>,
): Promise<void> {
  const owned = await queries.selectOwnedKeys(db, keys);
  for (const key of keys.filter((each) => !owned.has(each))) await files.remove(key);
}

/**
 * Moves the site's stored documents that nobody owns and that are older than a day to its trash, and deletes what has
 * been there for 30 days. Touches only names of its own form in the folder of this site, and nothing at all when the
 * database has no file rows while the store has files: then it is more likely the wrong database.
 */
export async function sweepFiles({ db, files, now, log }: Pick<Services, 'db' | 'files' | 'now' | 'log'>) {
  const siteId = await getSiteId(db);
  const isEmpty = !(await queries.hasFiles(db));
  const swept = { trashed: 0, deleted: 0 };
  let candidates: string[] = [];
  const trash = async () => {
    const owned = candidates.length > 0 ? await queries.selectOwnedKeys(db, candidates) : new Set();
    for (const key of candidates.filter((candidate) => !owned.has(candidate))) {
      await files.move(key, toTrashKey(siteId, key));
      swept.trashed += 1;
    }
    candidates = [];
  };
  for await (const { key, lastModified } of files.list(siteFolder(siteId))) {
    const kind = parseStorageKey(siteId, key);
    const age = now().getTime() - lastModified.getTime();
    if (kind === 'document' && isEmpty) {
      log.warn('the database has no files and the store has some: nothing is swept');
      return swept;
    }
    if (kind === 'document' && age > orphanAge) candidates.push(key);
    if (kind === 'trashed' && age > trashAge) {
      await files.remove(key);
      swept.deleted += 1;
    }
    if (candidates.length === batch) await trash();
  }
  await trash();
  if (swept.trashed + swept.deleted > 0) log.info(swept, 'files that nobody owns were swept');
  return swept;
}
