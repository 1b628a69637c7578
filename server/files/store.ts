import { createReadStream, promises as fs } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { AwsS3StorageAdapter } from '@flystorage/aws-s3';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import type { Config } from '../config.ts';
import type { StagedFile } from './staging.ts';
import { getMediaType } from './storage-keys.ts';

/** The permanent storage of files, under keys that the program creates. */
export interface FileStore {
  /** Stores a staged file; when this resolves the file survives a power cut. */
  keep: (file: StagedFile, key: string) => Promise<void>;
  /** Rejects when there is no such file or the store cannot be reached, before the first byte. */
  read: (key: string) => Promise<Readable>;
  /** Harmless when there is no such file. */
  remove: (key: string) => Promise<void>;
  /** Moves a file; from then on it counts as modified now. */
  move: (from: string, to: string) => Promise<void>;
  /** Everything below a folder. */
  list: (folder: string) => AsyncIterable<{ key: string; lastModified: Date }>;
  /** Rejects when the store cannot be reached or refuses. */
  probe: () => Promise<void>;
}

/** Milliseconds without a byte after which a request to a bucket fails. */
const silenceLimit = 4000;

/** Returns the folder in which files are stored, unless they are in object storage. */
export function storedFilesFolder(dataDir: string): string {
  return path.join(dataDir, 'files', 'kept');
}

/** Opens the configured store: a bucket, or a folder. */
export function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  if (!s3) return folderStore(storedFilesFolder(dataDir));
  const client = new S3Client({
    ...(s3.endpoint && { endpoint: s3.endpoint, forcePathStyle: true }),
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Stores other than Amazon's own often do not know the checksums that the client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // The handler's requestTimeout only warns; this one ends a request in which nothing moves.
    requestHandler: { connectionTimeout: silenceLimit, socketTimeout: silenceLimit },
  });
  const storage = new FileStorage(new AwsS3StorageAdapter(client, { bucket: s3.bucket }));
  return {
    ...common(storage),
    keep: ({ path: staged, size }, key) =>
      storage.write(key, createReadStream(staged), { mimeType: getMediaType(key), size }),
    // Nothing lies there: what is asked for is only whether listing is allowed.
    probe: async () => {
      await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: 'probe/', MaxKeys: 1 }));
    },
  };
}

function folderStore(folder: string): FileStore {
  return {
    ...common(new FileStorage(new LocalStorageAdapter(folder))),
    // The staged file is flushed already and in the same file system: a move and a flush of the folder make it last.
    keep: async ({ path: staged }, key) => {
      await moveInto(staged, path.join(folder, key));
    },
    probe: async () => {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      await fs.access(folder, fs.constants.W_OK);
    },
    move: async (from, to) => {
      const file = path.join(folder, from);
      await fs.utimes(file, new Date(), new Date());
      await moveInto(file, path.join(folder, to));
    },
    async *list(below) {
      const names = await fs.readdir(path.join(folder, below), { recursive: true }).catch(() => []);
      for (const name of names) {
        const key = path.posix.join(below, name);
        const stat = await fs.stat(path.join(folder, key)).catch(() => undefined);
        if (stat?.isFile()) yield { key, lastModified: stat.mtime };
      }
    },
  };
}

async function moveInto(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.rename(from, to);
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function common(storage: FileStorage): Omit<FileStore, 'keep' | 'probe'> {
  return {
    read: async (key) => {
      const stream = await storage.read(key);
      await new Promise((resolve, reject) => stream.once('readable', resolve).once('error', reject));
      return stream;
    },
    remove: (key) => storage.deleteFile(key),
    move: (from, to) => storage.moveFile(from, to),
    async *list(folder) {
      for await (const entry of storage.list(folder, { deep: true }))
        if (entry.isFile)
          yield { key: entry.path, lastModified: new Date(entry.lastModifiedMs ?? Date.now()) };
    },
  };
}
