import { randomBytes } from 'node:crypto';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { createPdfReader } from '../platform/files/pdf-reader.ts';
import { createPictureEncoder } from '../platform/files/picture-encoder.ts';
import { stagingFolder } from '../platform/files/staging.ts';
import { createRateLimitStore } from '../platform/http/rate-limit.ts';
import { Hub } from '../platform/live/hub.ts';
import { createMailSender } from '../platform/mail/transport.ts';
import type { Services } from '../platform/services.ts';
import { publicNetwork } from '../platform/webhook/send-webhook.ts';
import { listSubscribers, sessions } from './sessions.service.ts';

/** Creates the services of the real program: real clock, random bytes, mail and files, on an open database. */
export async function createServices(
  base: Pick<Services, 'db' | 'pool' | 'config' | 'event' | 'log'>,
): Promise<Services> {
  const { config, log } = base;
  const now = () => new Date();
  const logPdfFailure = (error: unknown) => log.error({ err: error }, 'PDF reader failed');
  return {
    ...base,
    now,
    sessions,
    live: new Hub((streams) => listSubscribers({ db: base.db, now, config }, streams)),
    random: randomBytes,
    rateLimits: createRateLimitStore(base),
    sendMail: createMailSender(config),
    webhooks: publicNetwork,
    files: await openFileStore(config),
    pdf: createPdfReader(stagingFolder(config.dataDir), logPdfFailure),
    resumes: createPdfReader(stagingFolder(config.dataDir), logPdfFailure),
    pictures: createPictureEncoder(stagingFolder(config.dataDir)),
  };
}
