import { defineJob } from '../jobs/define-job.ts';

export const deleteExpiredRateLimitsJob = defineJob('delete-expired-rate-limits', {});
