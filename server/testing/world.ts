import { type Actor, anonymous, organiser, person } from './actors.ts';
import type { TestApp } from './app.ts';
import { applied } from './applicants.ts';
import { judge, reviewer } from './judges.ts';
import { type TestTeam, teamOf } from './teams.ts';

/** The columns of the authorisation matrix. */
export const columns = [
  'anonymous',
  'hacker',
  'other',
  'member',
  'leader',
  'admin',
  'judge',
  'reviewer',
] as const;
export type Column = (typeof columns)[number];

/** One person for each column, and the things that they act on. */
export interface World {
  cast: Record<Column, Actor>;
  /** The team of `leader` and `member`; `hacker` has asked to join it. */
  team: TestTeam;
  requestId: string;
  /** A team with nothing to do with the cast. */
  strangers: TestTeam;
  /** Somebody with a pending application and nothing to do with the cast. */
  bystander: Actor;
  applicationId: string;
  /** Somebody who is approved and not checked in. */
  approved: Actor;
}

/** The contract's `_id` of what a call made. Throws when it made nothing. */
export async function idOf(answer: Promise<{ statusCode: number; body: string }>): Promise<string> {
  const { statusCode, body } = await answer;
  if (statusCode > 299) throw new Error(`${statusCode} ${body}`);
  const made = JSON.parse(body);
  return (made.data ?? made)._id;
}

/** A fresh cast with a fresh team, for calls that change something. */
export async function buildWorld(site: TestApp): Promise<World> {
  const [hacker, other, admin, bystander, approved] = await Promise.all([
    person(site),
    person(site),
    organiser(site),
    person(site),
    person(site),
  ]);
  const [team, strangers] = await Promise.all([teamOf(site, 2), teamOf(site, 1, { name: 'Strangers' })]);
  const [leader, member] = team.members as [Actor, Actor];
  const [requestId, applicationId] = await Promise.all([
    idOf(hacker.call('POST', '/teams/join-requests', { teamId: team.id })),
    applied(site, bystander, { status: 'pending' }),
    applied(site, approved),
  ]);
  const [judging, reviewing] = await Promise.all([judge(site), reviewer(site)]);
  const people = { anonymous: anonymous(site), hacker, other, member, leader, admin };
  const cast = {
    ...people, // The matrix's judge is nobody's user.
    judge: { ...judging, id: '' },
    reviewer: reviewing,
  };
  return { cast, team, requestId, strangers, bystander, applicationId, approved };
}
