import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

export const inspectFileJob = defineJob('inspect-file', { key: z.string() });
export const deleteFilesJob = defineJob('delete-files', { keys: z.array(z.string()) });
