import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { line } from './text-rules.ts';

const role = z.enum(['hacker', 'volunteer', 'admin']);
const teamPreference = z.enum(['solo', 'lookingForTeam', 'hasTeam']);

export const user = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  team: z.uuid().nullable(),
  teamPreference: teamPreference.nullable(),
  role,
  qrCode: z.string().nullable(),
  attendanceConfirmed: z.boolean(),
});
export type User = z.infer<typeof user>;

export const updateMyName = endpoint({
  method: 'PUT',
  path: '/users/me',
  summary: 'Change your name',
  access: 'user',
  body: z.strictObject({ name: line(limits.text.name) }),
  answer: success.extend({ user }),
});

export const updateTeamPreference = endpoint({
  method: 'PUT',
  path: '/users/team-preference',
  summary: 'Change your team preference while you are not in a team',
  access: 'hacker',
  body: z.strictObject({ teamPreference: z.enum(['solo', 'lookingForTeam']) }),
  answer: success.extend({ user }),
});

export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/users/me/export',
  summary: 'Export your personal data as a zip',
  access: 'user',
  answer: 'file',
  limit: { max: 10, seconds: 3600 },
  audit: { action: 'account.exported' },
});

export const deleteMyAccount = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary:
    'Delete your account and everything that belongs to it; needs a sign-in within the last 10 minutes',
  access: 'user',
  answer: success,
});
