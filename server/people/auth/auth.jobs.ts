import { defineJob } from '../../platform/jobs/define-job.ts';

export const deleteExpiredSignInsJob = defineJob('delete-expired-sign-ins', {});
