import type { Services } from '../services.ts';

/** A bucket's errors for wrong settings: trying again would not help. */
const refusals = /^(NoSuchBucket|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|PermanentRedirect)$/;

/**
 * Checks that files can be stored. An unreachable store is only logged, since it may be back when needed. Throws a sentence
 * for the operator when the settings are wrong.
 */
export async function probeFileStore({ files, config, log }: Pick<Services, 'files' | 'config' | 'log'>) {
  const error = await files.probe().then(
    () => undefined,
    (reason: Error) => reason,
  );
  if (!error) return;
  if (!config.s3)
    throw new Error(`Files cannot be written to ${config.dataDir}/files: ${error.message}. Check DATA_DIR.`);
  if (refusals.test(error.name))
    throw new Error(
      `The bucket ${config.s3.bucket} refuses the settings (${error.name}). Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys.`,
    );
  log.error({ bucket: config.s3.bucket, cause: error.name }, 'the bucket cannot be reached');
}
