import { randomUUID } from 'node:crypto';
import { createWriteStream, promises as fs } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMeter, type Measured } from './meter.ts';

/** An uploaded file on disk without an owner yet. */
export interface StagedFile extends Measured {
  path: string;
}

const host = hostname().replace(/[^\w.-]/g, '_');
const own = `${host}~${process.pid}~${randomUUID().slice(0, 8)}`;

/** How long nothing may arrive, in milliseconds. */
const abandonedAfter = 3_600_000;

/** The folder in which all programs with the same data folder receive files. */
function stagingRoot(dataDir: string): string {
  return path.join(dataDir, 'files', 'staging');
}

/** The folder in which this process receives files, inside the data folder so that a move out of it is atomic. */
export function stagingFolder(dataDir: string): string {
  return path.join(stagingRoot(dataDir), own);
}

/**
 * Streams a file to the staging folder, counts and hashes it, and flushes it to the disk. If that fails or the signal
 * aborts it, the file is closed and removed.
 */
export async function stageFile(
  dataDir: string,
  source: Readable,
  signal?: AbortSignal,
): Promise<StagedFile> {
  const folder = stagingFolder(dataDir);
  await fs.mkdir(folder, { recursive: true });
  const file = path.join(folder, `${randomUUID()}.part`);
  const meter = createMeter();
  try {
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, meter.through, target, { signal });
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  }
  return { path: file, ...meter.read() };
}

/** Removes a staged file unless it was stored. */
export async function discardStagedFile(file: StagedFile): Promise<void> {
  await fs.rm(file.path, { force: true });
}

/** Removes what killed programs left behind; files that a running program is receiving stay. */
export async function sweepStaging(dataDir: string): Promise<void> {
  const root = stagingRoot(dataDir);
  for (const name of await fs.readdir(root).catch(() => [])) {
    const entry = path.join(root, name);
    if (isOfEndedProcess(name) || (await isAbandoned(entry)))
      await fs.rm(entry, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Only processes of this machine can be checked. A container's process ids can repeat, the random part does not. */
function isOfEndedProcess(name: string): boolean {
  const [at, pid] = name.split('~');
  if (name === own || at !== host) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function isAbandoned(entry: string): Promise<boolean> {
  if (path.basename(entry) === own) return false;
  const stat = await fs.stat(entry).catch(() => undefined);
  return stat !== undefined && Date.now() - stat.mtimeMs > abandonedAfter;
}
