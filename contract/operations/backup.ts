import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

export const getBackupState = endpoint('GET /backup', {
  summary: 'Get when the last backup was made, here or by the command line, and how many files it lacks',
  access: 'owner',
  response: z.object({ lastAt: z.iso.datetime().nullable(), missingFiles: z.int() }),
});

export const downloadBackup = endpoint('GET /backup/site.zip', {
  summary:
    'Download a backup of the whole site, without its SECRET_KEY; needs a sign-in within the last 10 minutes; audited',
  access: 'owner',
  response: 'file',
  limit: { max: 12, seconds: 3600 },
  audit: { action: 'site.backed_up' },
});
