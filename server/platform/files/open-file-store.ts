import type { Config } from '../config.ts';
import { type FileStore, openFolder } from './store.ts';

/** Opens the configured store: a bucket, or a folder. */
export async function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  if (!s3) return openFolder(dataDir);
  // The bucket libraries take 30 MB of memory, so a site without a bucket does not load them.
  const { openBucket } = await import('./bucket.ts');
  return openBucket(s3);
}
