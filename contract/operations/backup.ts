import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';

export const getBackupState = endpoint('GET /backup', 'owner', {
  summary: 'Get when the last backup was made and what it lacks, and how the last event was closed',
  response: z.object({
    lastAt: z.iso.datetime().nullable(),
    missingFiles: z.int(),
    /** The archive of the event before this one, on the server; with a problem, that event is still here. */
    closed: z.object({ folder: z.string(), problem: z.string().nullable() }).nullable(),
  }),
});

/** What the next event can take along: parts of the settings, and the accounts of reviewers and leads. */
export const takeable = ['settings', 'sponsors', 'questions', 'team'] as const;
export type Takeable = (typeof takeable)[number];

export const beginNextEvent = endpoint('POST /next-event', 'owner', {
  summary:
    'Restart the site to archive the event and begin the next one; needs a sign-in within the last 10 minutes; audited',
  body: z.strictObject({ name: z.string().max(200), take: z.array(z.enum(takeable)).max(takeable.length) }),
  response: success,
  limit: { max: 12, seconds: 3600 },
  audit: { action: 'event.closed' },
});

export const downloadBackup = endpoint('GET /backup/site.zip', 'owner', {
  summary:
    'Download a backup of the whole site, without its SECRET_KEY; needs a sign-in within the last 10 minutes; audited',
  response: 'file',
  limit: { max: 12, seconds: 3600 },
  audit: { action: 'site.backed_up' },
});
