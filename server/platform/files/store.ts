import { randomUUID } from 'node:crypto';
import { createReadStream, promises as fs } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { uuidPattern } from '../../../contract/platform/uuid.ts';
import { readOrCreate } from '../secret.ts';
import type { StagedFile } from './staging.ts';

/** Media types of stored files, by the ending of the key. */
const mediaTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
} as const;

const endings = Object.keys(mediaTypes).join('|');
const document = new RegExp(`^${uuidPattern}\\.(${endings})$`);
const trashed = new RegExp(`^trash/${uuidPattern}\\.(${endings})$`);

/** How long a file without an owner stays, in milliseconds: its transaction may not have committed yet. */
export const orphanAge = 24 * 3_600_000;

/** The folder of one site in a store that others may share. */
export function siteFolder(siteId: string): string {
  return `site-${siteId}`;
}

/** The key under which a site stores a file of this name: a UUID and an extension such as `.pdf`. */
export function toStorageKey(siteId: string, name: string): string {
  return `${siteFolder(siteId)}/${name}`;
}

/** The possible endings of an event file's key. */
export type EventFileEnding = Exclude<keyof typeof mediaTypes, 'pdf'>;

export function getMediaType(key: string): string {
  return mediaTypes[key.slice(key.lastIndexOf('.') + 1) as keyof typeof mediaTypes];
}

/** The first and last byte of a range of a file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where a document goes before it is finally deleted. */
export function toTrashKey(siteId: string, key: string): string {
  return `${siteFolder(siteId)}/trash/${key.slice(key.lastIndexOf('/') + 1)}`;
}

/** Whether a key is one of the site's documents or pictures, something in its trash, or (`undefined`) neither. */
export function parseStorageKey(siteId: string, key: string): 'document' | 'trashed' | undefined {
  const folder = `${siteFolder(siteId)}/`;
  const name = key.startsWith(folder) ? key.slice(folder.length) : '';
  return document.test(name) ? 'document' : trashed.test(name) ? 'trashed' : undefined;
}

/** The permanent store of files, under keys that the program creates. */
export interface FileStore {
  /** Stores a staged file; once this resolves, the file survives a power failure. */
  keep: (file: StagedFile, key: string) => Promise<void>;
  /** Rejects before the first byte when there is no such file or the store cannot be reached. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Does nothing when there is no such file. */
  remove: (key: string) => Promise<void>;
  /** Moves a file, which then counts as modified now. */
  move: (from: string, to: string) => Promise<void>;
  /** Everything below a folder. */
  list: (folder: string) => AsyncIterable<{ key: string; lastModified: Date }>;
  /** Rejects when the store cannot be reached or refuses. */
  probe: () => Promise<void>;
}

/** Returns the folder of stored files, unless a bucket is used: `kept`, as opposed to `staging`. */
export function storedFilesFolder(dataDir: string): string {
  return path.join(dataDir, 'files', 'kept');
}

/**
 * Returns the id of the folder in which files are stored, created at first use. Folders on two machines have different ids;
 * a moved or copied data folder keeps its id.
 */
export function loadOrCreateFolderId(dataDir: string): string {
  return readOrCreate(path.join(dataDir, 'files', 'id'), () => randomUUID().slice(0, 8));
}

/** Opens the store in the data folder. */
export function openFolder(dataDir: string): FileStore {
  const folder = storedFilesFolder(dataDir);
  const locate = (key: string) => path.join(folder, key);
  return {
    // The staged file is flushed already and on the same file system: moving it and flushing the folder makes it permanent.
    keep: async ({ path: staged }, key) => {
      await moveInto(staged, locate(key));
    },
    read: async (key, range) => waitForFirstByte(createReadStream(locate(key), range)),
    remove: (key) => fs.rm(locate(key), { force: true }),
    probe: async () => {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      await fs.access(folder, fs.constants.W_OK);
    },
    move: async (from, to) => {
      const file = locate(from);
      await fs.utimes(file, new Date(), new Date());
      await moveInto(file, locate(to));
    },
    async *list(below) {
      const names = await fs.readdir(locate(below), { recursive: true }).catch(() => []);
      for (const name of names) {
        const key = path.posix.join(below, name);
        const stat = await fs.stat(locate(key)).catch(() => undefined);
        if (stat?.isFile()) yield { key, lastModified: stat.mtime };
      }
    },
  };
}

async function moveInto(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.rename(from, to);
  await syncPath(folder);
}

/** Flushes a file, or the entries of a folder, to the disk. */
export async function syncPath(target: string): Promise<void> {
  const handle = await fs.open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns a stream that is ready to read. Rejects if it fails first. */
export async function waitForFirstByte(stream: Readable): Promise<Readable> {
  await new Promise((resolve, reject) => stream.once('readable', resolve).once('error', reject));
  return stream;
}
