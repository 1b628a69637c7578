import { z } from 'zod';
import { defineJob } from '../platform/jobs/define-job.ts';

export const sendAnnouncementsJob = defineJob('send-announcements', {});
export const sendDueAnnouncementsJob = defineJob('send-due-announcements', {});
export const pushAnnouncementsJob = defineJob('push-announcements', {});
export const remindBorrowerJob = defineJob('remind-borrower', { id: z.string(), thing: z.string() });
