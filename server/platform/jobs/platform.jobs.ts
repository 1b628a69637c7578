import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** More than the three days after which an email is given up, at most four and a half minutes apart. */
const mailAttempts = { attempts: 1500 };

export const deliverMailJob = defineJob('deliver-mail', { mailId: z.string() }, mailAttempts);
/** For sign-in codes, which somebody is waiting for. */
export const deliverCodeJob = defineJob('deliver-code', { mailId: z.string() }, mailAttempts);
export const deleteOutboxFilesJob = defineJob('delete-outbox-files', {});

export const inspectFileJob = defineJob('inspect-file', { key: z.string() });
export const deleteFilesJob = defineJob('delete-files', { keys: z.array(z.string()) });

export const deleteExpiredRateLimitsJob = defineJob('delete-expired-rate-limits', {});

/** A notification; a later one with the same tag, a UUID, replaces it. A tap opens `url`. */
export const pushToPersonJob = defineJob(
  'push-to-person',
  {
    userId: z.string(),
    title: z.string(),
    body: z.string(),
    tag: z.string(),
    url: z.string(),
    /** When it was queued, in milliseconds. */
    at: z.number(),
  },
  { attempts: 4 },
);

/** Tried over about half an hour. */
export const deliverWebhookJob = defineJob('deliver-webhook', { id: z.string() }, { attempts: 12 });
