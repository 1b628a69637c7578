import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { roles } from '../platform/roles.ts';
import { lineSchema } from '../platform/text-rules.ts';

const role = z.enum(roles);
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

export const updateMyName = endpoint('PUT /users/me', {
  summary: 'Change your name',
  access: 'user',
  body: z.strictObject({ name: lineSchema(limits.text.name) }),
  response: success.extend({ user }),
});

export const updateTeamPreference = endpoint('PUT /users/team-preference', {
  summary: 'Change your team preference',
  access: 'hacker',
  body: z.strictObject({ teamPreference: z.enum(['solo', 'lookingForTeam']) }),
  response: success.extend({ user }),
});
