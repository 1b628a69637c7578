import type { Event } from '../../contract/event/event.ts';
import { deleteExpiredUndo } from '../apply/applications/decisions.service.ts';
import {
  deleteExpiredUndoJob,
  embedProfilesJob,
  offerPlacesJob,
  readResumeJob,
  readWaitingResumesJob,
} from '../apply/apply.jobs.ts';
import { offerPlaces } from '../apply/places/offer-places.service.ts';
import { embedProfiles } from '../apply/search/models/embedding.service.ts';
import { readResume, readWaitingResumes } from '../apply/search/resumes.service.ts';
import { sendDueAnnouncements } from '../event-day/announcements/announcements.service.ts';
import { emailAnnouncements } from '../event-day/announcements/email-announcements.service.ts';
import { pushAnnouncements } from '../event-day/announcements/push-announcements.service.ts';
import {
  pushAnnouncementsJob,
  remindBorrowerJob,
  sendAnnouncementsJob,
  sendDueAnnouncementsJob,
} from '../event-day/event-day.jobs.ts';
import { remindBorrower } from '../event-day/lending/lending.service.ts';
import { deleteExpiredSignIns, deleteExpiredSignInsJob } from '../people/auth/sign-in-codes.service.ts';
import type { Config } from '../platform/config.ts';
import { deleteStoredFiles, inspectFile } from '../platform/files/files.service.ts';
import { deleteExpiredRateLimits } from '../platform/http/rate-limit.ts';
import type { DefinedJob } from '../platform/jobs/define-job.ts';
import {
  deleteExpiredRateLimitsJob,
  deleteFilesJob,
  deleteOutboxFilesJob,
  deliverCodeJob,
  deliverMailJob,
  deliverWebhookJob,
  inspectFileJob,
  pushToPersonJob,
} from '../platform/jobs/platform.jobs.ts';
import type { JobHandler } from '../platform/jobs/worker.ts';
import { deleteOutboxFiles } from '../platform/mail/outbox.service.ts';
import { pushToPerson } from '../platform/push/push-to-person.service.ts';
import type { Services } from '../platform/services.ts';
import { deliverWebhook } from '../platform/webhook/webhook.service.ts';
import { deliverMail } from './mail/deliver-mail.service.ts';
import { applyRetention, applyRetentionJob } from './retention/retention.service.ts';

const run = <Payload extends object>(
  { name, payload: schema }: DefinedJob<Payload>,
  handle: (services: Services, payload: Payload) => Promise<void>,
): Record<string, JobHandler> => ({ [name]: (services, payload) => handle(services, schema.parse(payload)) });

/** The handler of each job. Its definition says how often it is tried. */
export const jobHandlers: Record<string, JobHandler> = {
  ...run(applyRetentionJob, applyRetention),
  ...run(deleteExpiredRateLimitsJob, deleteExpiredRateLimits),
  ...run(deleteExpiredSignInsJob, deleteExpiredSignIns),
  ...run(deleteExpiredUndoJob, deleteExpiredUndo),
  ...run(deleteFilesJob, deleteStoredFiles),
  ...run(deleteOutboxFilesJob, deleteOutboxFiles),
  ...run(deliverMailJob, deliverMail),
  ...run(embedProfilesJob, embedProfiles),
  ...run(inspectFileJob, inspectFile),
  ...run(offerPlacesJob, offerPlaces),
  ...run(readResumeJob, readResume),
  ...run(readWaitingResumesJob, readWaitingResumes),
  ...run(remindBorrowerJob, remindBorrower),
  ...run(sendAnnouncementsJob, emailAnnouncements),
  ...run(sendDueAnnouncementsJob, sendDueAnnouncements),
};

export const urgentJobHandlers: Record<string, JobHandler> = run(deliverCodeJob, deliverMail);

/** The jobs that run by schedule, as cron expressions in UTC. */
export const jobSchedule = [
  // A program that did not run at that minute catches up at its next start.
  { task: applyRetentionJob.name, match: '41 3 * * *', options: { backfillPeriod: 24 * 3_600_000 } },
  { task: deleteExpiredRateLimitsJob.name, match: '7 * * * *' },
  { task: deleteExpiredSignInsJob.name, match: '17 * * * *' },
  { task: deleteExpiredUndoJob.name, match: '37 * * * *' },
  { task: deleteOutboxFilesJob.name, match: '27 * * * *' },
  { task: readWaitingResumesJob.name, match: '*/5 * * * *' },
  {
    task: embedProfilesJob.name,
    match: '* * * * *',
    options: { queueName: embedProfilesJob.name, maxAttempts: 1 },
  },
  // Offers that end, and reminders.
  { task: offerPlacesJob.name, match: '* * * * *' },
  // Continues announcements that a kill or a restore interrupted.
  { task: sendAnnouncementsJob.name, match: '* * * * *' },
  { task: sendDueAnnouncementsJob.name, match: '* * * * *' },
];

/** The jobs that wait for the push services of browsers, of an event with `pushNotifications`. */
export const pushJobHandlers: Record<string, JobHandler> = {
  ...run(pushAnnouncementsJob, pushAnnouncements),
  ...run(pushToPersonJob, pushToPerson),
};

/** Continues after a kill, and repeats what failed. */
const pushJobSchedule = [{ task: pushAnnouncementsJob.name, match: '* * * * *' }];

/** Returns what `startJobs` runs for an event with these settings. */
export function listJobs({ pushNotifications }: Event, { webhook }: Pick<Config, 'webhook'>) {
  const slowHandlers = {
    ...(pushNotifications && pushJobHandlers),
    ...(webhook && run(deliverWebhookJob, deliverWebhook)),
  };
  return {
    // Without notifications at the start their job shares the slots of the others, for when they are switched on or off.
    handlers: pushNotifications ? jobHandlers : { ...jobHandlers, ...pushJobHandlers },
    urgentHandlers: urgentJobHandlers,
    schedule: pushNotifications ? jobSchedule : [...jobSchedule, ...pushJobSchedule],
    slowHandlers,
    ...(pushNotifications && { slowSchedule: pushJobSchedule }),
  };
}
