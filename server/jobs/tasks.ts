import { deleteExpiredSignIns } from '../auth/delete-expired.service.ts';
import { deleteExpiredRateLimits } from '../http/rate-limit-store.ts';
import { deliverMail } from '../mail/deliver.ts';
import { embedProfiles } from '../search/models/embedding.service.ts';
import { readResume, readWaitingResumes } from '../search/resumes.service.ts';
import type { Services } from '../services.ts';

/** Does one job. It is repeated when it throws, and after a kill, so it must be harmless to repeat. */
export type Task = (services: Services, payload: Record<string, unknown>) => Promise<void>;

/** Every kind of job, by the name that `addJob` is given. */
export const tasks: Record<string, Task> = {
  'delete-expired-rate-limits': deleteExpiredRateLimits,
  'deliver-mail': deliverMail,
  'embed-profiles': embedProfiles,
  'forget-expired': deleteExpiredSignIns,
  'read-resume': readResume,
  'read-waiting-resumes': readWaitingResumes,
};

/** When jobs come by themselves, in the language of cron, UTC. */
export const schedule = [
  { task: 'delete-expired-rate-limits', match: '7 * * * *' },
  { task: 'forget-expired', match: '17 * * * *' },
  { task: 'read-waiting-resumes', match: '*/5 * * * *' },
  { task: 'embed-profiles', match: '*/5 * * * *' },
];
