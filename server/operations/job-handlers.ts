import type { Event } from '../../contract/event/event.ts';
import { deleteExpiredUndo } from '../apply/applications/decisions.service.ts';
import { offerPlaces } from '../apply/places/offer-places.service.ts';
import { embedProfiles } from '../apply/search/models/embedding.service.ts';
import { readResume, readWaitingResumes } from '../apply/search/resumes.service.ts';
import { sendDueAnnouncements } from '../event-day/announcements/announcements.service.ts';
import { emailAnnouncements } from '../event-day/announcements/email-announcements.service.ts';
import { pushAnnouncements } from '../event-day/announcements/push-announcements.service.ts';
import { remindBorrower } from '../event-day/lending/lending.service.ts';
import { deleteExpiredSignIns } from '../people/auth/delete-expired.service.ts';
import type { Config } from '../platform/config.ts';
import { deleteStoredFiles, inspectFile } from '../platform/files/files.service.ts';
import { deleteExpiredRateLimits } from '../platform/http/rate-limit.ts';
import type { JobHandler } from '../platform/jobs/worker.ts';
import { deliverMail } from '../platform/mail/deliver.ts';
import { deleteOutboxFiles } from '../platform/mail/outbox.service.ts';
import { pushToPerson } from '../platform/push/push-to-person.service.ts';
import { deliverWebhook } from '../platform/webhook/webhook.service.ts';
import { applyRetention } from './retention/retention.service.ts';

/** What runs each job, by the name that `addJob` takes; how often one is tried is in `platform/jobs/add-job.ts`. */
export const jobHandlers: Record<string, JobHandler> = {
  'apply-retention': applyRetention,
  'delete-expired-rate-limits': deleteExpiredRateLimits,
  'delete-expired-sign-ins': deleteExpiredSignIns,
  'delete-expired-undo': deleteExpiredUndo,
  'delete-files': deleteStoredFiles,
  'delete-outbox-files': deleteOutboxFiles,
  'deliver-mail': deliverMail,
  'embed-profiles': embedProfiles,
  'inspect-file': inspectFile,
  'offer-places': offerPlaces,
  'read-resume': readResume,
  'read-waiting-resumes': readWaitingResumes,
  'remind-borrower': remindBorrower,
  'send-announcements': emailAnnouncements,
  'send-due-announcements': sendDueAnnouncements,
};

/** The jobs that somebody waits for. */
export const urgentJobHandlers: Record<string, JobHandler> = { 'deliver-code': deliverMail };

/** The jobs that run by schedule, as cron expressions in UTC. */
export const jobSchedule = [
  // A program that did not run at that minute catches up at its next start.
  { task: 'apply-retention', match: '41 3 * * *', options: { backfillPeriod: 24 * 3_600_000 } },
  { task: 'delete-expired-rate-limits', match: '7 * * * *' },
  { task: 'delete-expired-sign-ins', match: '17 * * * *' },
  { task: 'delete-expired-undo', match: '37 * * * *' },
  { task: 'delete-outbox-files', match: '27 * * * *' },
  { task: 'read-waiting-resumes', match: '*/5 * * * *' },
  { task: 'embed-profiles', match: '*/5 * * * *', options: { queueName: 'embed-profiles', maxAttempts: 1 } },
  // Offers that end, and reminders.
  { task: 'offer-places', match: '* * * * *' },
  // What a kill or a restored backup left waiting.
  { task: 'send-announcements', match: '* * * * *' },
  { task: 'send-due-announcements', match: '* * * * *' },
];

/** The jobs that wait for the push services of browsers, of an event with `pushNotifications`. */
export const pushJobHandlers: Record<string, JobHandler> = {
  'push-announcements': pushAnnouncements,
  'push-to-person': pushToPerson,
};

/** What a kill left waiting, and what is tried again. */
const pushJobSchedule = [{ task: 'push-announcements', match: '* * * * *' }];

/** Returns what `startJobs` runs for an event with these settings. */
export function listJobs({ pushNotifications }: Event, { webhook }: Pick<Config, 'webhook'>) {
  const slowHandlers = {
    ...(pushNotifications && pushJobHandlers),
    ...(webhook && { 'deliver-webhook': deliverWebhook }),
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
