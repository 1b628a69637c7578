import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { line } from './text-rules.ts';

export const role = z.enum(['hacker', 'volunteer', 'admin']);
export const teamPreference = z.enum(['solo', 'lookingForTeam', 'hasTeam']);

/** The signed-in person, as that person sees themselves. */
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
  summary: 'Sets the own name',
  access: 'user',
  body: z.strictObject({ name: line(limits.text.name) }),
  answer: success.extend({ user }),
});

export const updateTeamPreference = endpoint({
  method: 'PUT',
  path: '/users/team-preference',
  summary: 'Sets the own team preference, while in no team',
  access: 'hacker',
  body: z.strictObject({ teamPreference: z.enum(['solo', 'lookingForTeam']) }),
  answer: success.extend({ user }),
});

export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/users/me/export',
  summary: 'Everything that the site holds about the own person, as a zip',
  access: 'user',
  answer: 'file',
  limit: { max: 10, seconds: 3600 },
});

export const deleteMyAccount = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary:
    'Deletes the own account and everything that belongs to it; needs a sign-in of the last 10 minutes',
  access: 'user',
  answer: success,
});
