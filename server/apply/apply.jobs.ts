import { z } from 'zod';
import { defineJob } from '../platform/jobs/define-job.ts';

export const readResumeJob = defineJob('read-resume', { userId: z.string() });
export const readWaitingResumesJob = defineJob('read-waiting-resumes', {});
/** Of one person, or of all. */
export const embedProfilesJob = defineJob('embed-profiles', { userId: z.string().optional() });
export const offerPlacesJob = defineJob('offer-places', {});
export const deleteExpiredUndoJob = defineJob('delete-expired-undo', {});
