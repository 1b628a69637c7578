import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBrokenInvariants } from '../operations/doctor/doctor.service.ts';
import { addAdmin } from '../people/users/roles.service.ts';
import { transact } from '../platform/db/transact.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const ask = (somebody: TestActor, teamId: string, message?: string) =>
  somebody.call('POST', '/teams/join-requests', { teamId, ...(message !== undefined && { message }) });
const decide = (somebody: TestActor, id: string, action: string) =>
  somebody.call('PUT', `/teams/join-requests/${id}`, { action });
const cancel = (somebody: TestActor, id: string) =>
  somebody.call('DELETE', `/teams/join-requests/${id}/cancel`);
const received = async (somebody: TestActor) => (await somebody.call('GET', '/teams/join-requests')).json();
const sent = async (somebody: TestActor) => (await somebody.call('GET', '/teams/my-requests')).json();
const refusal = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};
/** Somebody with an open request to the team. */
async function asker(teamId: string): Promise<{ who: TestActor; id: string }> {
  const who = await signUp(site);
  const { _id } = (await ask(who, teamId)).json();
  return { who, id: _id };
}

test('asking: only a signed-in hacker can', async () => {
  const { id } = await createTestTeam(site, 1);
  expect((await ask(anonymous(site), id)).statusCode).toBe(401);
  expect((await ask(await signUpAdmin(site), id)).statusCode).toBe(403);
});

test('asking: leader and requester read the request', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const [sam, kim] = [await signUp(site, { name: 'Sam' }), await signUp(site, { name: 'Kim' })];
  const asked = await ask(sam, id, '  I know\r\nPostgres.\u200b ');
  expect(asked.statusCode).toBe(201);
  const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const own = {
    _id: expect.any(String),
    team: { _id: id, name: 'Night Owls' },
    teamLeader: { name: leader.name },
    message: 'I know\nPostgres.',
    createdAt,
  };
  expect(asked.json()).toEqual(own);
  await ask(kim, id);
  expect(await sent(sam)).toEqual([own]);
  expect(await received(leader)).toEqual([
    {
      _id: asked.json()._id,
      requester: { name: 'Sam', email: sam.email, track: null },
      message: 'I know\nPostgres.',
      createdAt,
    },
    {
      _id: expect.any(String),
      requester: { name: 'Kim', email: kim.email, track: null },
      message: '',
      createdAt,
    },
  ]);
  for (const other of [members[1]!, kim, await signUpAdmin(site)]) expect(await received(other)).toEqual([]);
  for (const other of [leader, await signUpAdmin(site)]) expect(await sent(other)).toEqual([]);
  for (const list of ['join-requests', 'my-requests'])
    expect((await anonymous(site).call('GET', `/teams/${list}`)).statusCode).toBe(401);
});

test('asking: the reasons for a refusal', async () => {
  const { id, leader, members } = await createTestTeam(site, 2, { maxMembers: 3 });
  expect(await refusal(ask(leader, id))).toEqual([409, 'already_in_team']);
  expect(await refusal(ask(members[1]!, id))).toEqual([409, 'already_in_team']);
  const sam = await signUp(site);
  expect((await ask(sam, id)).statusCode).toBe(201);
  expect(await refusal(ask(sam, id))).toEqual([409, 'request_pending']);
  expect((await ask(sam, crypto.randomUUID())).statusCode).toBe(404);
  expect((await ask(sam, 'undefined')).statusCode).toBe(400);
  expect((await ask(sam, id, 'a'.repeat(501))).statusCode).toBe(400);
  expect(
    (await sam.call('POST', '/teams/join-requests', { teamId: id, status: 'approved' })).statusCode,
  ).toBe(400);

  const full = await createTestTeam(site, 2, { maxMembers: 2 });
  expect(await refusal(ask(sam, full.id))).toEqual([409, 'team_full']);
  const stylist = await signUp(site);
  await createApplicant(site, stylist, { track: 'Clozyt Track' });
  expect(await refusal(ask(stylist, id))).toEqual([409, 'team_limited']);
});

test('asking: ten teams at a time', async () => {
  const sam = await signUp(site);
  const teams = await Promise.all(Array.from({ length: 11 }, () => createTestTeam(site, 1)));
  for (const { id } of teams.slice(0, 10)) expect((await ask(sam, id)).statusCode).toBe(201);
  expect(await refusal(ask(sam, teams[10]!.id))).toEqual([409, 'too_many_pending']);
  expect((await cancel(sam, (await sent(sam))[0]._id)).statusCode).toBe(200);
  expect((await ask(sam, teams[10]!.id)).statusCode).toBe(201);
});

test('asking: at most thirty times in an hour', async () => {
  const strict = await createTestApp({ rateLimitScale: 1 });
  const pest = await signUp(strict);
  for (let teams = 0; teams < 6; teams += 1) {
    const { id } = await createTestTeam(strict, 1);
    for (let times = 0; times < 5; times += 1)
      expect((await cancel(pest, (await ask(pest, id)).json()._id)).statusCode).toBe(200);
  }
  const { id } = await createTestTeam(strict, 1);
  expect(await refusal(ask(pest, id))).toEqual([429, 'too_many_requests']);
  await strict.close();
});

test('asking: one leader gets at most five requests a day from one person', async () => {
  const strict = await createTestApp({ rateLimitScale: 1 });
  const [{ id, leader }, other] = [await createTestTeam(strict, 1), await createTestTeam(strict, 1)];
  const pest = await signUp(strict);
  for (let times = 0; times < 5; times += 1) await cancel(pest, (await ask(pest, id)).json()._id);
  expect(await refusal(ask(pest, id))).toEqual([429, 'asked_too_often']);
  const mails = strict.services.db.selectFrom('mails').select('id').where('user_id', '=', leader.id);
  expect(await mails.execute()).toHaveLength(5);
  expect((await ask(pest, other.id)).statusCode).toBe(201);
  expect((await ask(await signUp(strict), id)).statusCode).toBe(201);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await strict.services.db.updateTable('join_requests').set({ created_at: yesterday }).execute();
  expect((await ask(pest, id)).statusCode).toBe(201);
  await strict.close();
});

test.each(['approve', 'reject'])('deciding: who may %s', async (action) => {
  const { id, members } = await createTestTeam(site, 2);
  const { who, id: request } = await asker(id);
  const other = await createTestTeam(site, 1);
  expect((await decide(anonymous(site), request, action)).statusCode).toBe(401);
  expect((await decide(await signUpAdmin(site), request, action)).statusCode).toBe(403);
  expect((await decide(who, request, action)).statusCode).toBe(403);
  expect((await decide(members[1]!, request, action)).statusCode).toBe(403);
  expect((await decide(await signUp(site), request, action)).statusCode).toBe(404);
  expect((await decide(other.leader, request, action)).statusCode).toBe(404);
  expect(await sent(who)).toHaveLength(1);
});

test('deciding: an approved requester is a member, and their other requests are closed', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const second = await createTestTeam(site, 1);
  const { who, id: request } = await asker(id);
  await ask(who, second.id);
  const [open] = await received(second.leader);
  const approved = await decide(leader, request, 'approve');
  expect([approved.statusCode, approved.json()]).toEqual([
    200,
    { success: true, message: 'Join request approved successfully' },
  ]);
  expect((await who.call('GET', `/teams/${id}`)).json().can.leave).toBe(true);
  expect([await received(leader), await received(second.leader), await sent(who)]).toEqual([[], [], []]);
  expect(await refusal(decide(second.leader, open._id, 'approve'))).toEqual([409, 'requester_in_team']);
  for (const action of ['approve', 'reject'])
    expect(await refusal(decide(leader, request, action))).toEqual([409, 'request_decided']);
});

test('deciding: a rejected requester has no team and can ask again', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const { who, id: request } = await asker(id);
  const rejected = await decide(leader, request, 'reject');
  expect([rejected.statusCode, rejected.json()]).toEqual([
    200,
    { success: true, message: 'Join request rejected successfully' },
  ]);
  expect([await received(leader), await sent(who)]).toEqual([[], []]);
  expect((await who.call('GET', `/teams/${id}`)).statusCode).toBe(403);
  expect(await refusal(decide(leader, request, 'approve'))).toEqual([409, 'request_decided']);
  expect((await ask(who, id)).statusCode).toBe(201);
});

test('deciding: a request to a team that is full meanwhile stays open', async () => {
  const { id, code, leader } = await createTestTeam(site, 1, { maxMembers: 2 });
  const { who, id: request } = await asker(id);
  const quick = await signUp(site);
  await quick.call('POST', '/teams/join', { inviteCode: code });
  expect(await refusal(decide(leader, request, 'approve'))).toEqual([409, 'team_full']);
  expect(await sent(who)).toHaveLength(1);
  await quick.call('DELETE', `/teams/${id}/leave`);
  expect((await decide(leader, request, 'approve')).statusCode).toBe(200);
});

test('deciding: the present track of the requester counts', async () => {
  const { id, leader } = await createTestTeam(site, 2);
  const { who, id: request } = await asker(id);
  await createApplicant(site, who, { track: 'Clozyt Track' });
  expect(await refusal(decide(leader, request, 'approve'))).toEqual([409, 'team_limited']);
});

test('deciding: only approve and reject, only existing requests', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const { id: request } = await asker(id);
  for (const action of ['cancel', '', null])
    expect((await decide(leader, request, action as string)).statusCode).toBe(400);
  expect((await decide(leader, crypto.randomUUID(), 'approve')).statusCode).toBe(404);
  expect((await decide(leader, 'undefined', 'approve')).statusCode).toBe(404);
});

test('canceling: only by the requester, only while open', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const { who, id: request } = await asker(id);
  expect((await cancel(anonymous(site), request)).statusCode).toBe(401);
  expect((await cancel(await signUpAdmin(site), request)).statusCode).toBe(403);
  expect((await cancel(await signUp(site), request)).statusCode).toBe(404);
  expect((await cancel(leader, request)).statusCode).toBe(403);
  expect((await cancel(members[1]!, request)).statusCode).toBe(403);
  const cancelled = await cancel(who, request);
  expect([cancelled.statusCode, cancelled.json()]).toEqual([
    200,
    { success: true, message: 'Join request cancelled successfully' },
  ]);
  expect([await received(leader), await sent(who)]).toEqual([[], []]);
  expect(await refusal(cancel(who, request))).toEqual([409, 'request_decided']);
  expect(await refusal(decide(leader, request, 'approve'))).toEqual([409, 'request_decided']);
});

test('joining or creating a team closes one’s open requests', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const other = await createTestTeam(site, 1);
  const [joiner, founder] = [await asker(id), await asker(id)];
  expect(await received(leader)).toHaveLength(2);
  await joiner.who.call('POST', '/teams/join', { inviteCode: other.code });
  await founder.who.call('POST', '/teams', { name: 'My own' });
  expect(await received(leader)).toEqual([]);
  for (const { id: request } of [joiner, founder])
    expect(await refusal(decide(leader, request, 'approve'))).toEqual([409, 'requester_in_team']);
});

test.each(['admin', 'volunteer'] as const)('whoever becomes %s has no open requests', async (role) => {
  const [{ id, leader }, grace] = [await createTestTeam(site, 1), await signUpAdmin(site)];
  const { who, id: request } = await asker(id);
  if (role === 'admin') await transact(site.services.db, (trx) => addAdmin(trx, site.services, who.id, null));
  else expect((await grace.call('POST', '/volunteers', { email: who.email })).statusCode).toBe(201);
  expect(await received(leader)).toEqual([]);
  for (const action of ['approve', 'reject'])
    expect(await refusal(decide(leader, request, action))).toEqual([409, 'requester_not_hacker']);
  await expectInvariants(site);
});

test('deciding: an open request of a volunteer, from an earlier version, is found and can only be rejected', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const { who, id: request } = await asker(id);
  const { db } = site.services;
  await db.updateTable('users').set({ role: 'volunteer' }).where('id', '=', who.id).execute();
  expect(await listBrokenInvariants(site.services)).toEqual([
    `Violated: only hackers are in a team or have an open join request (${who.id})`,
  ]);
  expect(await refusal(decide(leader, request, 'approve'))).toEqual([409, 'requester_not_hacker']);
  expect((await decide(leader, request, 'reject')).statusCode).toBe(200);
  await expectInvariants(site);
});

test('somebody whose request was rejected finds it, and nobody else does', async () => {
  const { id, code, leader } = await createTestTeam(site, 1);
  const { who, id: request } = await asker(id);
  const rejected = async (somebody: TestActor) =>
    (await somebody.call('GET', '/teams/my-requests?status=rejected')).json();
  expect(await rejected(who)).toEqual([]);
  await decide(leader, request, 'reject');
  expect(await sent(who)).toEqual([]);
  expect(await rejected(who)).toMatchObject([{ _id: request, team: { _id: id } }]);
  expect(await rejected(leader)).toEqual([]);
  // A team that they come into later ends that story.
  expect((await who.call('POST', '/teams/join', { inviteCode: code })).statusCode).toBe(200);
  expect((await leader.call('DELETE', `/teams/${id}/kick/${who.id}`)).statusCode).toBe(200);
  expect(await rejected(who)).toEqual([]);
});
