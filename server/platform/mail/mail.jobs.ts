import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

export const deliverMailJob = defineJob('deliver-mail', { mailId: z.string() });
/** Of sign-in codes, which somebody waits for. */
export const deliverCodeJob = defineJob('deliver-code', { mailId: z.string() });
export const deleteOutboxFilesJob = defineJob('delete-outbox-files', {});
