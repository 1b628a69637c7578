import { closeSession } from '../people-data/sessions.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import type { Case, Names } from './bad-inputs.ts';
import { scoreBody } from './judges.ts';
import { createTestTeam } from './teams.ts';
import { buildWorld, idOf } from './world.ts';

type World = Awaited<ReturnType<typeof buildWorld>>;
type Later<T> = () => T | Promise<T>;

/** Who sends a case, in the words of the file. */
function senders(site: TestApp, world: Later<World>): Record<string, Later<TestActor>> {
  const applicant = async (actor: TestActor, track?: string) => {
    await createApplicant(site, actor, { status: 'pending', track });
    return actor;
  };
  return {
    anonymous: () => anonymous(site),
    'stale-cookie': () => anonymous(site),
    hacker: () => signUp(site),
    admin: () => signUpAdmin(site),
    'other-hacker': async () => (await world()).cast.other,
    member: async () => (await world()).cast.member,
    leader: async () => (await world()).cast.leader,
    requester: async () => (await world()).cast.hacker,
    judge: async () => (await world()).cast.judge,
    reviewer: async () => (await world()).cast.reviewer,
    'clozyt-hacker': async () => applicant(await signUp(site), 'Clozyt Track'),
    'member-of-team-of-3': async () => applicant((await createTestTeam(site, 3)).members[1]!),
  };
}

async function loggedOutToken(site: TestApp): Promise<string> {
  const { cookie } = await signUp(site);
  const token = cookie.slice(cookie.indexOf('=') + 1);
  await closeSession(site.services.db, 'user', token);
  return token;
}

/** What the names in a case stand for. */
function meanings(site: TestApp, world: Later<World>, self: TestActor): Record<string, Later<string>> {
  const of = (pick: (found: World) => string) => async () => pick(await world());
  const approvedRequest = async () => {
    const { team } = await world();
    const late = await signUp(site);
    const id = await idOf(late.call('POST', '/teams/join-requests', { teamId: team.id }));
    await team.leader.call('PUT', `/teams/join-requests/${id}`, { action: 'approve' });
    return id;
  };
  const requestOfBystander = async () => {
    const { bystander, strangers } = await world();
    return idOf(bystander.call('POST', '/teams/join-requests', { teamId: strangers.id }));
  };
  const rejected = async () => {
    const actor = await signUp(site);
    await createApplicant(site, actor, { status: 'rejected' });
    return actor.id;
  };
  return {
    self: () => self.id,
    userB: of(({ bystander }) => bystander.id),
    appB: of(({ applicationId }) => applicationId),
    pendingUser: of(({ bystander }) => bystander.id),
    approved: of(({ approved }) => approved.id),
    approvedUser: of(({ approved }) => approved.id),
    rejectedUser: rejected,
    leader: of(({ cast }) => cast.leader.id),
    member: of(({ cast }) => cast.member.id),
    memberM: of(({ cast }) => cast.member.id),
    teamT: of(({ team }) => team.id),
    teamU: of(({ strangers }) => strangers.id),
    codeT: of(({ team }) => team.code),
    fullTeamOf4: async () => (await createTestTeam(site, 4)).code,
    reqToT: of(({ requestId }) => requestId),
    approvedReq: approvedRequest,
    reqOfB: requestOfBystander,
    loggedOutToken: () => loggedOutToken(site),
  };
}

/** Makes true what a case asks for before, as far as its words say it. */
async function arrange(site: TestApp, actor: TestActor, wish: string): Promise<void> {
  const used = /^(\S+) used with team_number (\d+)$/.exec(wish);
  if (used) {
    const [, key = '', number] = used;
    await actor.call('POST', '/scores', scoreBody({ team_number: Number(number) }), {
      headers: { 'idempotency-key': key },
    });
    return;
  }
  const track = /(Hacker|Clozyt|Startup) Track/.exec(wish)?.[0];
  const status = /reject/.test(wish)
    ? 'rejected'
    : /approved|reviewed|checked/.test(wish)
      ? 'approved'
      : 'pending';
  if (actor.id) await createApplicant(site, actor, { status, track });
}

/** A fresh sender for one request of a case, and what the names in it stand for; only what the case needs is made. */
export async function setUpCase(site: TestApp, one: Case): Promise<{ actor: TestActor; names: Names }> {
  let made: Promise<World> | undefined;
  const world = () => {
    made ??= buildWorld(site);
    return made;
  };
  const sender = senders(site, world)[one.as];
  if (!sender) throw new Error(`Nobody knows who "${one.as}" is`);
  const actor = await sender();
  if (one.precondition) await arrange(site, actor, one.precondition);
  const text = JSON.stringify(one);
  const names: Names = {};
  for (const [name, find] of Object.entries(meanings(site, world, actor)))
    if (text.includes(`{${name}}`)) names[name] = await find();
  return { actor, names };
}
