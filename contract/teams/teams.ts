import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { successMessage } from '../platform/responses.ts';
import { lineSchema, noteSchema, optionalLineSchema } from '../platform/text-rules.ts';
import { cleanInviteCode, isInviteCode } from './invite-link.ts';

/** The smallest team size that the members' tracks allow; absent if none has a limit. */
const trackLimit = z.object({ track: z.string(), max: z.int() }).optional();

const member = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  photo: z.string().nullable(),
  /** Approved, and has said no or let the place lapse. */
  isNotComing: z.literal(true).optional(),
});

/** A team as members and organizers see it, members in the order they joined. Only the leader gets the invite code. */
const team = z.object({
  _id: z.uuid(),
  name: z.string(),
  maxMembers: z.int(),
  /** The number of free seats, given `maxMembers` and the members' tracks. */
  seatsLeft: z.int(),
  trackLimit,
  inviteCode: z.string().optional(),
  /** A link that contains the code, and its QR code as an image source. */
  inviteLink: z.string().optional(),
  inviteQr: z.string().optional(),
  /** What the team builds and needs, if stated. */
  idea: z.string().optional(),
  need: z.string().optional(),
  creator: z.object({ _id: z.uuid(), name: z.string() }),
  members: z.array(member),
  /** The members' tracks, if they differ; the leader's first, in which the team's project begins. */
  tracks: z.array(z.string()).optional(),
  can: z.object({ leave: z.boolean(), remove: z.boolean(), decide: z.boolean() }),
});
export type Team = z.infer<typeof team>;

/** A team in search results; `refusal` is why the caller cannot ask to join it. */
const teamSearchResult = z.object({
  _id: z.uuid(),
  name: z.string(),
  maxMembers: z.int(),
  /** The number of free seats, given `maxMembers` and the members' tracks. */
  seatsLeft: z.int(),
  memberCount: z.int(),
  trackLimit,
  leader: z.object({ name: z.string() }),
  /** The leader's, in which the team's project begins. */
  track: z.string().nullable(),
  can: z.object({ ask: z.boolean() }),
  refusal: z.string().nullable(),
});
export type TeamSearchResult = z.infer<typeof teamSearchResult>;

/** A team with free seats, and what it says it builds and needs. */
const openTeam = teamSearchResult.extend({
  idea: z.string(),
  need: z.string(),
  /** Of all members but the leader; only the team sees their names and photos. */
  initials: z.array(z.string()),
});
export type OpenTeam = z.infer<typeof openTeam>;

/** What an invite code reveals; `team` only to signed-in people, with `refusal` if they cannot join it. */
const invitation = z.object({
  teamName: z.string(),
  /** The first name. */
  leaderName: z.string(),
  /** The team's idea in one line, if it has one. */
  idea: z.string().optional(),
  seatsLeft: z.int(),
  team: teamSearchResult.optional(),
  refusal: z.string().optional(),
  /** Whether its results are published, so that nobody joins it any more. */
  isDecided: z.boolean().optional(),
});
export type TeamInvitation = z.infer<typeof invitation>;

const receivedRequest = z.object({
  _id: z.uuid(),
  requester: z.object({ name: z.string(), email: z.string().nullable(), track: z.string().nullable() }),
  message: z.string(),
  createdAt: z.iso.datetime(),
});
export type ReceivedRequest = z.infer<typeof receivedRequest>;

const sentRequest = z.object({
  _id: z.uuid(),
  team: z.object({ _id: z.uuid(), name: z.string() }),
  teamLeader: z.object({ name: z.string() }),
  message: z.string(),
  createdAt: z.iso.datetime(),
  /** Why the leader cannot approve it at the moment, and whether they could if the person were on another track. */
  refusal: z.object({ text: z.string(), otherTrackHelps: z.boolean() }).optional(),
});
export type SentRequest = z.infer<typeof sentRequest>;

/** An invite code as typed or pasted, even with dashes, as a whole link or in a message; upper-cased. */
const inviteCode = z
  .string()
  .max(500)
  .transform(cleanInviteCode)
  .refine(isInviteCode, 'is not an invite code: six letters and digits')
  .transform((code) => code.toUpperCase());

export const getTeam = endpoint('GET /teams/:id', 'user', {
  summary: 'Get a team, as a member or organizer',
  viewable: true,
  response: team,
});

export const searchTeams = endpoint('GET /teams/search', 'user', {
  summary: 'Find teams by their name or their leader’s; a blank query finds nothing',
  query: z.object({
    query: z.string().max(limits.text.query).default(''),
    /** Compute `can.ask` as if the person had applied for this track. */
    track: z.string().max(100).optional(),
  }),
  response: z.array(teamSearchResult),
});

// Throws `team_directory_off` when the event has no directory of teams.
export const listOpenTeams = endpoint('GET /teams/open', 'user', {
  summary: 'List teams with free seats, those that you can join first',
  viewable: true,
  query: z.object({
    /** Compute `can.ask` as if the person had applied for this track. */
    track: z.string().max(100).optional(),
  }),
  response: z.array(openTeam),
});

export const createTeam = endpoint('POST /teams', 'hacker', {
  summary: 'Create a team and become its leader',
  body: z.strictObject({
    name: lineSchema(limits.text.teamName),
    maxMembers: z.int().min(limits.team.minSize).max(limits.team.maxSize).optional(),
    idea: optionalLineSchema(limits.text.idea).optional(),
  }),
  response: team,
  status: 201,
});

export const joinTeam = endpoint('POST /teams/join', 'hacker', {
  summary: 'Join the team with this invite code',
  body: z.strictObject({ inviteCode }),
  response: team,
});

export const getInvitation = endpoint('POST /teams/invitation', 'all', {
  summary: 'Get the invitation for an invite code, even before signing in; wrong codes are limited',
  body: z.strictObject({
    inviteCode,
    /** Compute `can.ask` and the refusals as if the person had applied for this track. */
    track: z.string().max(100).optional(),
  }),
  response: invitation,
  limit: { max: 600, seconds: 600 },
});

const myInvitation = z.object({ inviteCode: z.string().nullable() });
export type MyInvitation = z.infer<typeof myInvitation>;

export const getMyInvitation = endpoint('GET /teams/invitation', 'user', {
  summary: 'Get the code of the invitation that you opened; null without one, and once you are in a team',
  response: myInvitation,
});

export const updateMyInvitation = endpoint('PUT /teams/invitation', 'hacker', {
  summary: 'Save an invitation with your account, for any device; null dismisses it',
  body: z.strictObject({ inviteCode: inviteCode.nullable() }),
});

export const leaveTeam = endpoint('DELETE /teams/:id/leave', 'hacker', {
  summary: 'Leave your team; after the leader, the member who joined first leads it',
  response: successMessage,
});

export const removeMember = endpoint('DELETE /teams/:id/kick/:memberId', 'hacker', {
  summary: 'Remove a member from the team you lead and replace its invite code',
  response: successMessage,
});

export const listReceivedRequests = endpoint('GET /teams/join-requests', 'user', {
  summary: 'List join requests to the team you lead, oldest first',
  viewable: true,
  response: z.array(receivedRequest),
});

export const listSentRequests = endpoint('GET /teams/my-requests', 'user', {
  summary: 'List your open join requests, or those that were rejected, oldest first',
  viewable: true,
  query: z.object({ status: z.enum(['pending', 'rejected']).default('pending') }),
  response: z.array(sentRequest),
});

export const createJoinRequest = endpoint('POST /teams/join-requests', 'hacker', {
  summary: 'Ask to join a team',
  body: z.strictObject({ teamId: z.uuid(), message: noteSchema(limits.text.message).optional() }),
  response: sentRequest,
  status: 201,
});

export const decideJoinRequest = endpoint('PUT /teams/join-requests/:id', 'hacker', {
  summary: 'Approve or reject a join request to the team you lead',
  body: z.strictObject({ action: z.enum(['approve', 'reject']) }),
  response: successMessage,
});

export const cancelJoinRequest = endpoint('DELETE /teams/join-requests/:id/cancel', 'hacker', {
  summary: 'Cancel your open join request',
  response: successMessage,
});
