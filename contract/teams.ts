import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const member = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string().nullable().optional(),
  photo: z.string().nullable(),
});

/** A team as its members, its leader (who alone sees the code) and organisers see it. */
export const team = z.object({
  _id: z.uuid(),
  name: z.string(),
  maxMembers: z.int(),
  inviteCode: z.string().optional(),
  creator: z.object({ _id: z.uuid(), name: z.string() }),
  members: z.array(member),
});
export type Team = z.infer<typeof team>;

/** A team as anybody signed in finds it. */
export const teamFound = z.object({
  _id: z.uuid(),
  name: z.string(),
  maxMembers: z.int(),
  memberCount: z.int(),
  leader: z.object({ name: z.string() }),
});
export type TeamFound = z.infer<typeof teamFound>;

export const readTeam = endpoint({
  method: 'GET',
  path: '/teams/:id',
  summary: 'A team, for its members and organisers',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  answer: team,
});

export const searchTeams = endpoint({
  method: 'GET',
  path: '/teams/search',
  summary: 'Finds teams by name; nothing for a blank query',
  access: 'user',
  query: z.object({ query: z.string().max(limits.text.query).default('') }),
  answer: z.array(teamFound),
});
