import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { roles } from '../platform/roles.ts';

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
  /** Present for an organizer who is an owner. */
  isOwner: z.literal(true).optional(),
  qrCode: z.string().nullable(),
  attendanceConfirmed: z.boolean(),
});
export type User = z.infer<typeof user>;

export const updateTeamPreference = endpoint('PUT /users/team-preference', 'hacker', {
  summary: 'Change your team preference',
  body: z.strictObject({ teamPreference: z.enum(['solo', 'lookingForTeam']) }),
  response: success.extend({ user }),
});
