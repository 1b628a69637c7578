import { z } from 'zod';
import { defineJob } from './define-job.ts';

export const deliverMailJob = defineJob('deliver-mail', { mailId: z.string() });
/** For sign-in codes, which somebody is waiting for. */
export const deliverCodeJob = defineJob('deliver-code', { mailId: z.string() });
export const deleteOutboxFilesJob = defineJob('delete-outbox-files', {});

export const inspectFileJob = defineJob('inspect-file', { key: z.string() });
export const deleteFilesJob = defineJob('delete-files', { keys: z.array(z.string()) });

export const deleteExpiredRateLimitsJob = defineJob('delete-expired-rate-limits', {});

/** A notification; a later one with the same tag, a UUID, replaces it. A tap opens `url`. */
export const pushToPersonJob = defineJob('push-to-person', {
  userId: z.string(),
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  url: z.string(),
  /** When it was queued, in milliseconds. */
  at: z.number(),
});

export const deliverWebhookJob = defineJob('deliver-webhook', { id: z.string() });
