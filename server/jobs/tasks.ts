import { deleteExpiredSignIns } from '../auth/delete-expired.service.ts';
import { deleteExpiredRateLimits } from '../http/rate-limit-store.ts';
import { deleteExpiredJudgingSessions } from '../judging/delete-expired.service.ts';
import { deliverMail } from '../mail/deliver.ts';
import { embedProfiles } from '../search/models/embedding.service.ts';
import { readResume, readWaitingResumes } from '../search/resumes.service.ts';
import type { Services } from '../services.ts';

/** Runs one job. It is repeated when it throws, and after a kill, so it must be idempotent. */
export type Task = (services: Services, payload: Record<string, unknown>) => Promise<void>;

/** Every task, by the name that `addJob` takes. */
export const tasks: Record<string, Task> = {
  'delete-expired-rate-limits': deleteExpiredRateLimits,
  'deliver-mail': deliverMail,
  'embed-profiles': embedProfiles,
  'forget-expired': deleteExpiredSignIns,
  'forget-judging': deleteExpiredJudgingSessions,
  'read-resume': readResume,
  'read-waiting-resumes': readWaitingResumes,
};

/** The tasks that run by schedule, as cron expressions in UTC. */
export const schedule = [
  { task: 'delete-expired-rate-limits', match: '7 * * * *' },
  { task: 'forget-expired', match: '17 * * * *' },
  { task: 'forget-judging', match: '47 * * * *' },
  { task: 'read-waiting-resumes', match: '*/5 * * * *' },
  { task: 'embed-profiles', match: '*/5 * * * *' },
];
