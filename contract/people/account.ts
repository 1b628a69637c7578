import { z } from 'zod';
import { accountResponse } from '../apply/my-account.ts';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { emailAddress, lineSchema } from '../platform/text-rules.ts';
import { user } from './users.ts';

export const getMyAccount = endpoint('GET /users/me', 'user', {
  summary: 'Get your account: what is stored, and what you can change now',
  response: accountResponse,
});

export const updateMyName = endpoint('PUT /users/me', 'user', {
  summary: 'Change your name',
  body: z.strictObject({ name: lineSchema(limits.text.name) }),
  response: success.extend({ user }),
});

export const exportPersonalData = endpoint('GET /users/me/export', 'user', {
  summary: 'Export your personal data as a zip',
  response: 'file',
  limit: { max: 10, seconds: 3600 },
  audit: { action: 'account.exported' },
});

export const deleteMyAccount = endpoint('DELETE /users/me', 'user', {
  summary:
    'Delete your account and everything that belongs to it; needs a sign-in within the last 10 minutes',
});

export const mergeAccounts = endpoint('POST /users/:id/merge', 'admin', {
  summary:
    'Merge a participant’s account with the one that has an address: one keeps everything, the other one ends',
  body: z.strictObject({ email: emailAddress, keeps: z.enum(['this', 'other']) }),
});

export const removeParticipant = endpoint('PUT /users/:id/removal', 'admin', {
  summary:
    'Remove a participant from the event: pass and sessions end, they leave their team, check-ins stay; audited with the reason',
  body: z.strictObject({ reason: z.string().trim().min(1).max(limits.text.reason) }),
});

export const liftRemoval = endpoint('DELETE /users/:id/removal', 'admin', {
  summary: 'Lift the removal of a participant and restore their application; audited',
});

export const deleteParticipant = endpoint('DELETE /users/:id', 'owner', {
  summary:
    'Delete a participant and everything that belongs to them, as they could themselves; needs a sign-in within the last 10 minutes',
});
