import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

/** A notification; a later one with the same tag, a UUID, replaces an earlier one, and `url` opens. */
export const pushToPersonJob = defineJob('push-to-person', {
  userId: z.string(),
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  url: z.string(),
  /** When it was queued, in milliseconds. */
  at: z.number(),
});
