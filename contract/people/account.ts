import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { emailAddress } from '../platform/text-rules.ts';

export const exportPersonalData = endpoint('GET /users/me/export', {
  summary: 'Export your personal data as a zip',
  access: 'user',
  response: 'file',
  limit: { max: 10, seconds: 3600 },
  audit: { action: 'account.exported' },
});

export const deleteMyAccount = endpoint('DELETE /users/me', {
  summary:
    'Delete your account and everything that belongs to it; needs a sign-in within the last 10 minutes',
  access: 'user',
});

export const mergeAccounts = endpoint('POST /users/:id/merge', {
  summary:
    'Merge a participant’s account with the one that has an address: one stays with all that it has, the other one ends',
  access: 'admin',
  body: z.strictObject({ email: emailAddress, keeps: z.enum(['this', 'other']) }),
});
