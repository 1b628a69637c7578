import { z } from 'zod';
import { endpoint, type ResponseOf } from '../platform/endpoint.ts';
import { emailAddress } from '../platform/text-rules.ts';

/** A person's role on the Team page. Owners and organizers are `admin` in every other call. */
export const teamRoles = [
  'owner',
  'organizer',
  'application-reviewer',
  'check-in-lead',
  'judging-lead',
] as const;
export type TeamRole = (typeof teamRoles)[number];

const member = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(teamRoles),
  /** Their last use of the site, to the minute; null before their first sign-in. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** How many browsers they are signed in with. */
  sessions: z.int(),
  isYou: z.boolean(),
  can: z.object({ change: z.boolean(), handOver: z.boolean() }),
});

export const listStaff = endpoint('GET /staff', 'admin', {
  summary: 'List the people who run the event, with their roles, owners first',
  response: z.object({
    members: z.array(member),
    /** The roles that you can assign. */
    roles: z.array(z.enum(teamRoles)),
    /** If not, invitations are only files on the server. */
    sendsMail: z.boolean(),
  }),
});
export type Staff = ResponseOf<typeof listStaff>;
export type StaffMember = Staff['members'][number];

export const inviteStaff = endpoint('POST /staff', 'admin', {
  summary:
    'Give the holder of an email address a role, with or without an account, and email them a link that signs them in',
  body: z.strictObject({ email: emailAddress, role: z.enum(teamRoles) }),
  response: z.object({
    /** The link, for an owner to pass on. Only if the person has no other way to sign in, and the account is unused. */
    link: z.url().optional(),
  }),
  status: 201,
  limit: { max: 60, seconds: 3600 },
});

export const updateStaffRole = endpoint('PUT /staff/:id', 'admin', {
  summary: 'Change the role of a staff member, who is signed out at once',
  body: z.strictObject({ role: z.enum(teamRoles) }),
});

export const removeStaff = endpoint('DELETE /staff/:id', 'admin', {
  summary: 'Remove a person from the staff; they are signed out at once and keep their account',
});

export const endStaffSessions = endpoint('DELETE /staff/:id/sessions', 'admin', {
  summary: 'Sign a staff member out of every browser',
});

export const handOverOwnership = endpoint('POST /staff/:id/owner', 'owner', {
  summary: 'Make an organizer an owner in your place; you stay an organizer',
});
