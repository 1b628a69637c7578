import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { syncPath } from '../../platform/files/store.ts';
import { ArchiveReader } from './archive.ts';
import { partPath } from './backup.service.ts';

const markerSchema = z.object({
  /** The same id is in the database that is archived. */
  id: z.uuid(),
  state: z.enum(['writing', 'complete']),
  event: z.string(),
  at: z.string(),
});
type ArchiveMarker = z.infer<typeof markerSchema>;

const markerName = 'archive.json';

export const archiveFiles = { backup: 'backup.zip', site: 'site' } as const;

/** Returns the marker of a folder; undefined when the folder is empty or missing. Throws a sentence when it holds anything else. */
export async function readArchiveMarker(folder: string): Promise<ArchiveMarker | undefined> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return undefined;
  const stored = await fs
    .readFile(path.join(folder, markerName), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  const marker = markerSchema.safeParse(stored);
  if (!marker.success)
    throw new Error(`${folder} is not empty. Name a folder that is, or that does not exist.`);
  return marker.data;
}

/** Writes the marker. After a power cut it is either the new one or the old one, never a part. */
export async function writeArchiveMarker(folder: string, marker: ArchiveMarker): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, markerName);
  await fs.writeFile(`${file}.part`, JSON.stringify(marker, null, 2), { mode: 0o600, flush: true });
  await fs.rename(`${file}.part`, file);
  await syncPath(folder);
}

/** Removes what an interrupted run has written. */
export async function removeArchiveFiles(folder: string): Promise<void> {
  for (const name of [archiveFiles.backup, `${archiveFiles.backup}.part`, archiveFiles.site])
    await fs.rm(path.join(folder, name), { recursive: true, force: true });
}

/** Flushes a folder with everything in it to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name);
    await (entry.isDirectory() ? syncFolder(inner) : syncPath(inner));
  }
  await syncPath(folder);
}

/** Reads a backup whole. Throws when a part is missing or does not match its checksum. */
export async function verifyBackup(file: string): Promise<void> {
  const archive = await ArchiveReader.open(file);
  const drain = (content: NodeJS.ReadableStream) =>
    pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done() }));
  try {
    for (const { name, bytes, sha256 } of archive.manifest.tables)
      await archive.read(partPath.table(name), { bytes, sha256 }, drain);
    for (const { key, bytes, sha256 } of archive.manifest.files)
      await archive.read(partPath.file(key), { bytes, sha256 }, drain);
  } finally {
    archive.close();
  }
}
