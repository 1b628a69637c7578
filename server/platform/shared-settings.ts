import type { Config } from './config.ts';
import type { SharedSettings } from './db/agreed-settings.ts';
import { loadOrCreateFolderId } from './files/folder-id.ts';
import { toSecretMark } from './secret.ts';

/** Returns what all instances on one database must have the same. Nothing of it reveals the secret. */
export function toSharedSettings({
  secretKey,
  publicUrl,
  dataDir,
  s3,
}: Pick<Config, 'secretKey' | 'publicUrl' | 'dataDir' | 's3'>): SharedSettings {
  return {
    secret: toSecretMark(secretKey),
    storage: s3
      ? `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`
      : `folder ${loadOrCreateFolderId(dataDir)}`,
    publicUrl: publicUrl.origin,
  };
}
