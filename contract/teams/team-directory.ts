import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { lineSchema, optionalLineSchema } from '../platform/text-rules.ts';

// Finding a team, or a member, without knowing a name. An event can turn it off (`teamDirectory`); every call then throws
// `team_directory_off`.

const cardTexts = z.object({ skills: z.string(), about: z.string() });
const myTeamCard = z.object({ card: cardTexts.nullable() });
export type MyTeamCard = z.infer<typeof myTeamCard>['card'];

/** A person's card as a leader sees it; `invite` is the state of this team's invite. */
const shownCard = cardTexts.extend({
  _id: z.uuid(),
  name: z.string(),
  track: z.string().nullable(),
  invite: z.enum(['pending', 'declined']).nullable(),
});
export type ShownCard = z.infer<typeof shownCard>;

const receivedInvite = z.object({
  _id: z.uuid(),
  team: z.object({
    _id: z.uuid(),
    name: z.string(),
    idea: z.string(),
    need: z.string(),
    track: z.string().nullable(),
    seatsLeft: z.int(),
    /** Why the person cannot join at the moment. */
    refusal: z.string().optional(),
  }),
  teamLeader: z.object({ name: z.string() }),
  createdAt: z.iso.datetime(),
});
export type ReceivedInvite = z.infer<typeof receivedInvite>;

export const updateTeamDescription = endpoint('PUT /teams/:id/description', 'hacker', {
  summary: 'Set what the team you lead builds and needs, one line each; empty removes it',
  body: z.strictObject({
    idea: optionalLineSchema(limits.text.idea),
    need: optionalLineSchema(limits.text.need),
  }),
});

export const getMyTeamCard = endpoint('GET /teams/card', 'hacker', {
  summary: 'Get the card that leaders see of you; null without one',
  viewable: true,
  response: myTeamCard,
});

export const updateMyTeamCard = endpoint('PUT /teams/card', 'hacker', {
  summary: 'Post a card with your name, skills and one line for team leaders, until you are in a team',
  body: z.strictObject({
    skills: lineSchema(limits.text.skills),
    about: optionalLineSchema(limits.text.about),
  }),
  response: myTeamCard,
});

export const deleteMyTeamCard = endpoint('DELETE /teams/card', 'hacker', {
  summary: 'Delete your card and the invites to it',
  response: myTeamCard,
});

export const listTeamCards = endpoint('GET /teams/cards', 'hacker', {
  summary: 'List the cards of people who could join the team that you lead, newest first',
  viewable: true,
  response: z.array(shownCard),
});

export const createInvite = endpoint('POST /teams/invites', 'hacker', {
  summary: 'Invite the person of a card to the team that you lead',
  body: z.strictObject({ cardId: z.uuid() }),
  status: 201,
});

export const listReceivedInvites = endpoint('GET /teams/invites', 'hacker', {
  summary: 'List the open invites to you, oldest first',
  viewable: true,
  response: z.array(receivedInvite),
});

export const decideInvite = endpoint('PUT /teams/invites/:id', 'hacker', {
  summary: 'Accept an invite, which makes you a member, or decline it',
  body: z.strictObject({ action: z.enum(['accept', 'decline']) }),
});
