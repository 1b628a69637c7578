import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, promises as fs } from 'node:fs';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A received file on disk, not yet anybody's: size in bytes, SHA-256, its first 16 and last 1,024 bytes. */
export interface StagedFile {
  path: string;
  size: number;
  sha256: Buffer;
  head: Buffer;
  tail: Buffer;
}

/** The folder in which received files wait, inside the data folder so that a move out of it is atomic. */
export function stagingFolder(dataDir: string): string {
  return path.join(dataDir, 'files', 'staging');
}

/** Streams a file to the staging folder, counted and hashed, flushed to the disk; leaves nothing behind when it fails. */
export async function stageFile(dataDir: string, source: Readable): Promise<StagedFile> {
  const folder = stagingFolder(dataDir);
  await fs.mkdir(folder, { recursive: true });
  const file = path.join(folder, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.length;
      hash.update(chunk);
      if (head.length < 16) head = Buffer.concat([head, chunk]).subarray(0, 16);
      tail = Buffer.concat([tail, chunk.subarray(-1024)]).subarray(-1024);
      pass(null, chunk);
    },
  });
  try {
    await pipeline(source, meter, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  }
  return { path: file, size, sha256: hash.digest(), head: Buffer.from(head), tail: Buffer.from(tail) };
}

/** Removes a staged file; nothing happens when it was moved away. */
export async function discardStagedFile(file: StagedFile): Promise<void> {
  await fs.rm(file.path, { force: true });
}

/** Removes what a killed program left in the staging folder. */
export async function sweepStaging(dataDir: string): Promise<void> {
  await fs.rm(stagingFolder(dataDir), { recursive: true, force: true });
}
