import { anonymous, signUp, signUpAdmin, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import { signInJudge, signInReviewer } from './judges.ts';
import { createTestTeam, type TestTeam } from './teams.ts';

/** The columns of the authorization matrix. */
export const columns = [
  'anonymous',
  'hacker',
  'other',
  'member',
  'leader',
  'volunteer',
  'application-reviewer',
  'check-in-lead',
  'judging-lead',
  'admin',
  'owner',
  'judge',
  'reviewer',
] as const;
export type Column = (typeof columns)[number];

/** One person for each column, and the things that they act on. */
export interface MatrixWorld {
  site: TestApp;
  cast: Record<Column, TestActor>;
  /** The team of `leader` and `member`; `hacker` has asked to join it. */
  team: TestTeam;
  requestId: string;
  /** A team with nothing to do with the cast. */
  strangers: TestTeam;
  /** Somebody with a pending application and nothing to do with the cast. */
  bystander: TestActor;
  applicationId: string;
  /** Somebody who is approved and not checked in. */
  approved: TestActor;
  /** Words that stand in personal fields and nowhere else. */
  canaries: {
    /** In the bystander's name and application. */
    bystander: string;
    /** In what stations show of the approved person: name, major, diet. */
    checkIn: string;
    /** In the rest of the approved person's application. */
    application: string;
    /** In the message of the hacker's request to join the team. */
    message: string;
  };
}

/** The contract's `_id` of what a call made. Throws when it made nothing. */
export async function idOf(answer: Promise<{ statusCode: number; body: string }>): Promise<string> {
  const { statusCode, body } = await answer;
  if (statusCode > 299) throw new Error(`${statusCode} ${body}`);
  const made = JSON.parse(body);
  return (made.data ?? made)._id;
}

const leadRoles = ['application-reviewer', 'check-in-lead', 'judging-lead'] as const;

/** A fresh cast with a fresh team, for calls that change something. */
export async function buildWorld(site: TestApp): Promise<MatrixWorld> {
  const canary = () => `canary${crypto.randomUUID().slice(0, 8)}`;
  const canaries = { bystander: canary(), checkIn: canary(), application: canary(), message: canary() };
  const [hacker, other, volunteer, admin, bystander, approved, owner, ...leads] = await Promise.all([
    signUp(site),
    signUp(site),
    signUp(site, { name: 'Vera', role: 'volunteer' }),
    signUp(site, { role: 'admin', isOwner: false }),
    signUp(site, { name: `Ada ${canaries.bystander}` }),
    signUp(site, { name: `Ada ${canaries.checkIn}` }),
    signUpAdmin(site),
    ...leadRoles.map((role) => signUp(site, { role })),
  ]);
  const [team, strangers] = await Promise.all([
    createTestTeam(site, 2),
    createTestTeam(site, 1, { name: 'Strangers' }),
  ]);
  const [leader, member] = team.members as [TestActor, TestActor];
  const [requestId, applicationId] = await Promise.all([
    idOf(hacker.call('POST', '/teams/join-requests', { teamId: team.id, message: canaries.message })),
    createApplicant(site, bystander, {
      status: 'pending',
      major: canaries.bystander,
      dietaryRestrictions: canaries.bystander,
      whyJoin: canaries.bystander,
    }),
    createApplicant(site, approved, {
      major: canaries.checkIn,
      dietaryRestrictions: canaries.checkIn,
      whyJoin: canaries.application,
    }),
  ]);
  const [judging, reviewing] = await Promise.all([signInJudge(site), signInReviewer(site)]);
  const people = { anonymous: anonymous(site), hacker, other, member, leader, volunteer, admin, owner };
  const [reading, checkInLead, judgingLead] = leads as [TestActor, TestActor, TestActor];
  const cast = {
    ...people,
    'application-reviewer': reading,
    'check-in-lead': checkInLead,
    'judging-lead': judgingLead,
    // The matrix's judge is nobody's user.
    judge: { ...judging, id: '' },
    reviewer: reviewing,
  };
  return { site, cast, team, requestId, strangers, bystander, applicationId, approved, canaries };
}
