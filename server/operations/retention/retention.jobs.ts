import { defineJob } from '../../platform/jobs/define-job.ts';

export const applyRetentionJob = defineJob('apply-retention', {});
