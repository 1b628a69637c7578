import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** A file that has no row yet. */
interface NewFileBase {
  storage_key: string;
  size: number;
  sha256: Buffer;
  active_content: boolean;
}

/** A document belongs to a person, a picture to a project, an event file to nobody. */
export type NewDocument = NewFileBase & { owner_id: string; kind: 'resume' | 'pitchDeck' | 'answer' };
type NewPictureFile = NewFileBase & { project_id: string; kind: 'picture' | 'thumbnail' };

/** A picture in another size refers to its original. */
export type NewEventFile = NewFileBase & { kind: 'eventFile'; original_id?: string; width?: number };

/** Begins a statement that inserts documents together with what refers to them. */
export function withFiles(db: Db, files: readonly (NewDocument & { id: string })[]): Pick<Db, 'insertInto'> {
  return files.length > 0 ? db.with('stored_files', (query) => query.insertInto('files').values(files)) : db;
}

export async function insertFile(db: Db, file: NewDocument | NewPictureFile | NewEventFile): Promise<string> {
  const { id } = await db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Selects the files of the event, without the other sizes of its pictures. */
export function selectEventFiles(db: Db): Promise<{ id: string; key: string; sha256: Buffer }[]> {
  return db
    .selectFrom('files')
    .where('kind', '=', 'eventFile')
    .where('original_id', 'is', null)
    .select(['id', 'storage_key as key', 'sha256'])
    .execute();
}

/** Selects the other sizes of the event's pictures, by width, and AVIF first. */
export function selectPictureSizes(db: Db) {
  return db
    .selectFrom('files')
    .where('original_id', 'is not', null)
    .select(['id', 'storage_key as key', 'width', 'original_id as originalId'])
    .orderBy('width')
    .orderBy(sql`storage_key like '%.avif'`, 'desc')
    .execute();
}

export function findEventFileRow(db: Db, id: string) {
  return db
    .selectFrom('files')
    .where('id', '=', id)
    .where('kind', '=', 'eventFile')
    .select(['id', 'storage_key as key', 'size', 'sha256'])
    .executeTakeFirst();
}

export async function updateActiveContent(db: Db, key: string, active_content: boolean): Promise<void> {
  await db.updateTable('files').set({ active_content }).where('storage_key', '=', key).execute();
}

export async function deleteFileRows(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.deleteFrom('files').where('id', 'in', ids).returning('storage_key as key').execute();
  return rows.map(({ key }) => key);
}

export async function selectKeysOf(db: Db, owner: 'owner_id' | 'project_id', ids: readonly string[]) {
  const rows = await db.selectFrom('files').where(owner, 'in', ids).select('storage_key as key').execute();
  return rows.map(({ key }) => key);
}

export async function hasFiles(db: Db): Promise<boolean> {
  return (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Selects those of the keys that belong to a file row. */
export async function selectOwnedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('files').select('storage_key').where('storage_key', 'in', keys).execute();
  return new Set(rows.map((row) => row.storage_key));
}

/** Selects file rows by key, those after `key`. */
export function selectFilesAfter(db: Db, key: string, limit: number) {
  return db
    .selectFrom('files')
    .select(['id', 'storage_key as key', 'size', 'sha256'])
    .where('storage_key', '>', key)
    .orderBy('storage_key')
    .limit(limit)
    .execute();
}
