import S3rver from 's3rver';
import type { Config } from '../platform/config.ts';

/** A bucket on this machine, stored in a folder, and the settings that reach it. */
export interface TestBucket {
  settings: NonNullable<Config['s3']> & { endpoint: string };
  close: () => Promise<void>;
}

/** Starts an S3-compatible server with one bucket, `documents`, whose objects are files below `folder`. */
export async function startBucket(folder: string): Promise<TestBucket> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'documents', configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'documents',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () => server.close(),
  };
}
