import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { AwsS3StorageAdapter } from '@flystorage/aws-s3';
import { FileStorage } from '@flystorage/file-storage';
import type { Config } from '../config.ts';
import { type FileStore, getMediaType, waitForFirstByte } from './store.ts';

/** Milliseconds without a byte after which a request to a bucket fails. */
const silenceLimit = 4000;

/** Opens a bucket of object storage, as `FileStore` describes. */
export function openBucket(s3: NonNullable<Config['s3']>): FileStore {
  const client = new S3Client({
    ...(s3.endpoint && { endpoint: s3.endpoint, forcePathStyle: true }),
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Stores other than Amazon's often do not support the checksums that the client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // The handler's requestTimeout only warns; this one ends a stalled request.
    requestHandler: { connectionTimeout: silenceLimit, socketTimeout: silenceLimit },
  });
  const storage = new FileStorage(new AwsS3StorageAdapter(client, { bucket: s3.bucket }));
  return {
    keep: ({ path: staged, size }, key) =>
      storage.write(key, createReadStream(staged), { mimeType: getMediaType(key), size }),
    read: async (key, range) => {
      if (!range) return waitForFirstByte(await storage.read(key));
      const part = { Bucket: s3.bucket, Key: key, Range: `bytes=${range.start}-${range.end}` };
      return waitForFirstByte((await client.send(new GetObjectCommand(part))).Body as Readable);
    },
    remove: (key) => storage.deleteFile(key),
    move: (from, to) => storage.moveFile(from, to),
    async *list(folder) {
      for await (const entry of storage.list(folder, { deep: true }))
        if (entry.isFile)
          yield { key: entry.path, lastModified: new Date(entry.lastModifiedMs ?? Date.now()) };
    },
    // The prefix is empty: this only tests whether listing is allowed.
    probe: async () => {
      await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: 'probe/', MaxKeys: 1 }));
    },
  };
}
