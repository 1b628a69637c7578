import { z } from 'zod';
import { defineJob } from '../platform/jobs/define-job.ts';

export const readResumeJob = defineJob('read-resume', { userId: z.string() }, { attempts: 6 });
export const readWaitingResumesJob = defineJob('read-waiting-resumes', {});
/** For one person, or for everybody without an id. */
export const embedProfilesJob = defineJob('embed-profiles', { userId: z.string().optional() });
export const offerPlacesJob = defineJob('offer-places', {});
export const deleteExpiredUndoJob = defineJob('delete-expired-undo', {});
