import { openSession, toPasswordMark } from '../people-data/sessions.service.ts';
import { sessionCookieName } from '../platform/sessions/session-cookies.ts';
import { createCode } from '../teams/invite-code.ts';
import { insertRequest } from '../teams/join-requests.queries.ts';
import { anonymous, signUpAll, type TestActor, withCookie } from './actors.ts';
import type { TestApp } from './app.ts';
import { toApplicationRow } from './applicants.ts';
import { signInJudge } from './judges.ts';
import type { TestTeam } from './teams.ts';

/** The columns of the authorization matrix. */
export const columns = [
  'anonymous',
  'hacker',
  'other',
  'member',
  'leader',
  'volunteer',
  'mentor',
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
    /** In every sensitive answer of both, and in the address of the bystander's guardian: for organizers alone. */
    sensitive: string;
  };
}

/** The contract's `_id` of what a call made. Throws when it made nothing. */
export async function idOf(answer: Promise<{ statusCode: number; body: string }>): Promise<string> {
  const { statusCode, body } = await answer;
  if (statusCode > 299) throw new Error(`${statusCode} ${body}`);
  const made = JSON.parse(body);
  return (made.data ?? made)._id;
}

/** Inserts a team with these people, the first of whom leads. */
function insertTestTeam({ services }: TestApp, name: string, members: TestActor[]): Promise<TestTeam> {
  const [leader] = members as [TestActor];
  const now = services.now().getTime();
  // Each is a member from the commit on, as the schema asks of a leader.
  return services.db.transaction().execute(async (trx) => {
    const { id, invite_code } = await trx
      .insertInto('teams')
      .values({ name, max_members: 4, invite_code: createCode(services), creator_id: leader.id })
      .returning(['id', 'invite_code'])
      .executeTakeFirstOrThrow();
    const rows = members.map((member, at) => ({
      ...{ user_id: member.id, team_id: id, slot: at + 1, joined_at: new Date(now + at) },
    }));
    await trx.insertInto('team_members').values(rows).execute();
    return { id, code: invite_code, leader, members };
  });
}

/** Inserts answers to all sensitive questions of the event, and a guardian who was asked an hour ago. */
async function insertSensitive(
  { services }: TestApp,
  canary: string,
  { answered, minor }: { answered: TestActor[]; minor: TestActor },
): Promise<void> {
  const questions = services.event.questions.filter(({ sensitive }) => sensitive);
  const rows = answered.flatMap(({ id }) =>
    questions.map(({ id: question, type, label }, position) => ({
      ...{ user_id: id, question, type, label, position, sensitive: true, visible_to: [] },
      value: JSON.stringify(type === 'several' ? [canary] : canary),
    })),
  );
  if (rows.length > 0) await services.db.insertInto('answers').values(rows).execute();
  const now = services.now().getTime();
  const guardian = {
    ...{ user_id: minor.id, email: `${canary}@example.org`, link_id: minor.id },
    ...{ sent_at: new Date(now - 3_600_000), expires_at: new Date(now + 3_600_000) },
  };
  await services.db
    .insertInto('guardians')
    .values({ ...guardian, token_hash: Buffer.from(minor.id) })
    .execute();
}

/** A fresh cast with a fresh team, for calls that change something. Inserted in few statements: tests build hundreds. */
export async function buildWorld(site: TestApp): Promise<MatrixWorld> {
  const { services } = site;
  const canary = () => `canary${crypto.randomUUID().slice(0, 8)}`;
  const canaries = {
    bystander: canary(),
    checkIn: canary(),
    application: canary(),
    message: canary(),
    sensitive: canary(),
  };
  const [people, judging, reviewerToken] = await Promise.all([
    signUpAll(site, {
      ...{ hacker: {}, other: {}, leader: {}, member: {}, stranger: {} },
      volunteer: { name: 'Vera', role: 'volunteer' },
      mentor: { name: 'Mina', role: 'mentor' },
      admin: { role: 'admin', isOwner: false },
      owner: { role: 'admin' },
      'application-reviewer': { role: 'application-reviewer' },
      'check-in-lead': { role: 'check-in-lead' },
      'judging-lead': { role: 'judging-lead' },
      bystander: { name: `Ada ${canaries.bystander}` },
      approved: { name: `Ada ${canaries.checkIn}` },
    }),
    signInJudge(site),
    openSession(services, services.db, 'reviewer', { password_mark: toPasswordMark(services, undefined) }),
  ]);
  const { bystander, approved, stranger, ...own } = people;
  const { hacker, leader, member } = own;
  const applicant = {
    status: 'pending',
    major: canaries.bystander,
    dietaryRestrictions: canaries.bystander,
    whyJoin: canaries.bystander,
  } as const;
  const attendee = {
    major: canaries.checkIn,
    dietaryRestrictions: canaries.checkIn,
    whyJoin: canaries.application,
  };
  const [team, strangers, [application]] = await Promise.all([
    insertTestTeam(site, 'Night Owls', [leader, member]),
    insertTestTeam(site, 'Strangers', [stranger]),
    services.db
      .insertInto('applications')
      .values([toApplicationRow(bystander.id, applicant), toApplicationRow(approved.id, attendee)])
      .returning('id')
      .execute(),
    services.db
      .updateTable('users')
      .set({ team_preference: 'hasTeam' })
      .where('id', 'in', [leader.id, member.id, stranger.id])
      .execute(),
  ]);
  await insertSensitive(site, canaries.sensitive, { answered: [bystander, approved], minor: bystander });
  const { id: requestId } = await insertRequest(services.db, {
    ...{ team_id: team.id, requester_id: hacker.id, message: canaries.message, created_at: services.now() },
  });
  const applicationId = application!.id;
  const cast = {
    ...own,
    anonymous: anonymous(site),
    // The matrix's judge is nobody's user.
    judge: { ...judging, id: '' },
    reviewer: withCookie(site, `${sessionCookieName(services.config, 'reviewer')}=${reviewerToken}`),
  };
  return { site, cast, team, requestId, strangers, bystander, applicationId, approved, canaries };
}
