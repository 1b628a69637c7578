import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

export const deliverWebhookJob = defineJob('deliver-webhook', { id: z.string() });
