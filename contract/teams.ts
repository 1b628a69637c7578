import { z } from 'zod';
import { successMessage } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { line, note } from './text-rules.ts';

const member = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  photo: z.string().nullable(),
});

/** A team as its members, its leader (who alone sees the code) and organisers see it; members in the order they joined. */
export const team = z.object({
  _id: z.uuid(),
  name: z.string(),
  maxMembers: z.int(),
  inviteCode: z.string().optional(),
  /** A link that brings the code along, and its QR code as the source of an image. */
  inviteLink: z.string().optional(),
  inviteQr: z.string().optional(),
  creator: z.object({ _id: z.uuid(), name: z.string() }),
  members: z.array(member),
  can: z.object({ leave: z.boolean(), remove: z.boolean(), decide: z.boolean() }),
});
export type Team = z.infer<typeof team>;

/** A team as anybody signed in finds it; `refusal` is the sentence why the finder cannot ask to join it. */
export const foundTeam = z.object({
  _id: z.uuid(),
  name: z.string(),
  maxMembers: z.int(),
  memberCount: z.int(),
  leader: z.object({ name: z.string() }),
  can: z.object({ ask: z.boolean() }),
  refusal: z.string().nullable(),
});
export type FoundTeam = z.infer<typeof foundTeam>;

/** A join request as the team's leader reads it. */
export const receivedRequest = z.object({
  _id: z.uuid(),
  requester: z.object({ name: z.string(), email: z.string().nullable() }),
  message: z.string(),
  createdAt: z.iso.datetime(),
});
export type ReceivedRequest = z.infer<typeof receivedRequest>;

/** A join request as the one who sent it reads it. */
export const sentRequest = z.object({
  _id: z.uuid(),
  team: z.object({ _id: z.uuid(), name: z.string() }),
  teamLeader: z.object({ name: z.string() }),
  message: z.string(),
  createdAt: z.iso.datetime(),
});
export type SentRequest = z.infer<typeof sentRequest>;

/** An invite code as typed or pasted: spaces dropped, upper-cased; only ASCII, since ß or ı would upper-case into letters. */
export const inviteCode = z
  .string()
  .max(100)
  .transform((code) => code.replace(/\s/g, ''))
  .refine((code) => /^[\x21-\x7e]*$/.test(code), 'has a character that no invite code has')
  .transform((code) => code.toUpperCase())
  .refine((code) => /^[0-9A-HJKMNP-TV-Z]{6}$/.test(code), 'is not an invite code: six letters and digits');

const id = z.object({ id: z.uuid() });

export const getTeam = endpoint({
  method: 'GET',
  path: '/teams/:id',
  summary: 'A team, for its members and organisers',
  access: 'user',
  params: id,
  answer: team,
});

export const searchTeams = endpoint({
  method: 'GET',
  path: '/teams/search',
  summary: 'Finds teams by name; nothing for a blank query',
  access: 'user',
  query: z.object({
    query: z.string().max(limits.text.query).default(''),
    /** Judge as if the finder had applied for this track. */
    track: z.string().max(100).optional(),
  }),
  answer: z.array(foundTeam),
});

export const createTeam = endpoint({
  method: 'POST',
  path: '/teams',
  summary: 'Makes a team and becomes its leader',
  access: 'hacker',
  body: z.strictObject({
    name: line(limits.text.teamName),
    maxMembers: z.int().min(limits.team.minSize).max(limits.team.maxSize).optional(),
  }),
  answer: team,
  status: 201,
});

export const joinTeam = endpoint({
  method: 'POST',
  path: '/teams/join',
  summary: 'Joins the team whose leader gave out this code',
  access: 'hacker',
  body: z.strictObject({ inviteCode }),
  answer: team,
});

export const leaveTeam = endpoint({
  method: 'DELETE',
  path: '/teams/:id/leave',
  summary: 'Leaves the own team; its leadership passes to the oldest member left',
  access: 'hacker',
  params: id,
  answer: successMessage,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/teams/:id/kick/:memberId',
  summary: 'Removes a member from the own team and changes its invite code',
  access: 'hacker',
  params: z.object({ id: z.uuid(), memberId: z.uuid() }),
  answer: successMessage,
});

export const listReceivedRequests = endpoint({
  method: 'GET',
  path: '/teams/join-requests',
  summary: 'What people have asked the team that one leads, oldest first',
  access: 'user',
  answer: z.array(receivedRequest),
});

export const listSentRequests = endpoint({
  method: 'GET',
  path: '/teams/my-requests',
  summary: 'The own open join requests, oldest first',
  access: 'user',
  answer: z.array(sentRequest),
});

export const createJoinRequest = endpoint({
  method: 'POST',
  path: '/teams/join-requests',
  summary: 'Asks the leader of a team to be let in',
  access: 'hacker',
  body: z.strictObject({ teamId: z.uuid(), message: note(limits.text.message).optional() }),
  answer: sentRequest,
  status: 201,
});

export const decideJoinRequest = endpoint({
  method: 'PUT',
  path: '/teams/join-requests/:id',
  summary: 'Approves or rejects a join request to the own team',
  access: 'hacker',
  params: id,
  body: z.strictObject({ action: z.enum(['approve', 'reject']) }),
  answer: successMessage,
});

export const cancelJoinRequest = endpoint({
  method: 'DELETE',
  path: '/teams/join-requests/:id/cancel',
  summary: 'Takes back an own open join request',
  access: 'hacker',
  params: id,
  answer: successMessage,
});
