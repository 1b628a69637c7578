import { afterAll, beforeAll, expect, test } from 'vitest';
import { texts } from '../../contract/texts.ts';
import { transact } from '../platform/db/transact.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';
import { leaveTeamAndRequests } from './members.service.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const join = (somebody: TestActor, inviteCode: string) =>
  somebody.call('POST', '/teams/join', { inviteCode });
const leave = (somebody: TestActor, id: string) => somebody.call('DELETE', `/teams/${id}/leave`);
const remove = (somebody: TestActor, id: string, member: string) =>
  somebody.call('DELETE', `/teams/${id}/kick/${member}`);
const refusal = async (sent: ReturnType<TestActor['call']>) => {
  const { statusCode, json } = await sent;
  return [statusCode, json().code];
};
const standing = async ({ id }: { id: string }) =>
  site.services.db
    .selectFrom('users')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .select(['team_preference as preference', 'team_members.team_id as team'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();

test('joining by code: only a signed-in hacker can', async () => {
  const { code } = await createTestTeam(site, 1);
  expect((await join(anonymous(site), code)).statusCode).toBe(401);
  expect((await join(await signUpAdmin(site), code)).statusCode).toBe(403);
});

test('joining by code: codes as people type and paste them', async () => {
  const { id, code, leader } = await createTestTeam(site, 1);
  const sam = await signUp(site, { name: 'Sam' });
  const typed = ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}\n`;
  const joined = await join(sam, typed);
  expect(joined.statusCode).toBe(200);
  expect(joined.body).not.toContain(code);
  expect(joined.json()).toEqual({
    _id: id,
    name: 'Night Owls',
    maxMembers: 4,
    seatsLeft: 2,
    creator: { _id: leader.id, name: leader.name },
    members: [leader, sam].map(({ id: _id, name, email }) => ({ _id, name, email, photo: null })),
    can: { leave: true, remove: false, decide: false },
  });
  expect(await standing(sam)).toEqual({ preference: 'hasTeam', team: id });
});

test.each([
  '',
  'ABCDE',
  'ABCDEFG',
  "' OR 1",
  '%%%%%%',
  'ıııııı',
  'ﬁﬁﬁ',
  'ABCDEI',
  'ABCDEL',
  'ABCDEO',
  'ABCDEU',
])('joining by code: %j is no code', async (code) => {
  expect(await refusal(join(await signUp(site), code))).toEqual([400, 'invalid_input']);
});

test('joining by code: the reasons for a refusal', async () => {
  const full = await createTestTeam(site, 2, { maxMembers: 2 });
  expect(await refusal(join(await signUp(site), 'ZZZZZZ'))).toEqual([404, 'unknown_invite_code']);
  expect(await refusal(join(await signUp(site), full.code))).toEqual([409, 'team_full']);
  expect(await refusal(join(full.members[1]!, full.code))).toEqual([409, 'already_in_team']);
  expect(await refusal(join(full.leader, 'ZZZZZZ'))).toEqual([409, 'already_in_team']);
});

test('joining by code: a team with anybody on the Clozyt Track, the joiner included, has at most two members', async () => {
  const message =
    'Cannot join this team: Clozyt Track teams are limited to 2 members maximum. This team already has 2 members.';
  const pair = await createTestTeam(site, 2);
  await createApplicant(site, pair.members[1]!, { track: 'Clozyt Track' });
  const plain = await createTestTeam(site, 2);
  const stylist = await signUp(site);
  await createApplicant(site, stylist, { track: 'Clozyt Track' });

  for (const [somebody, { code }] of [[await signUp(site), pair] as const, [stylist, plain] as const]) {
    const refused = await join(somebody, code);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'team_limited',
      message,
    ]);
  }
  const third = await signUp(site);
  await createApplicant(site, third);
  expect((await join(third, plain.code)).statusCode).toBe(200);
  expect((await join(stylist, (await createTestTeam(site, 1)).code)).statusCode).toBe(200);
});

test('joining by code: after ten wrong codes in ten minutes or sixty in an hour the right one is refused too', async () => {
  const { code } = await createTestTeam(site, 1);
  const guesser = await signUp(site);
  const misses = async (times: number) => {
    for (let n = 0; n < times; n += 1) expect((await join(guesser, 'ZZZZZZ')).statusCode).toBe(404);
  };
  await misses(10);
  const refused = await join(guesser, code);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_wrong_codes']);
  expect(refused.headers['retry-after']).toMatch(/^(59\d|600)$/);
  for (let round = 0; round < 5; round += 1) {
    site.advance(600_000);
    await misses(10);
  }
  site.advance(600_000 - 5000);
  expect((await join(guesser, code)).statusCode).toBe(429);
  site.advance(10_000);
  await misses(1);
  expect((await join(guesser, code)).statusCode).toBe(200);
});

test('joining by code: of a hundred wrong codes at once ten are looked up', async () => {
  const guesser = await signUp(site);
  const sent = await Promise.all(Array.from({ length: 100 }, () => join(guesser, 'ZZZZZZ')));
  const counts = Map.groupBy(sent, (answer) => answer.statusCode);
  expect([counts.get(404)?.length, counts.get(429)?.length]).toEqual([10, 90]);
});

test('leaving: only members can', async () => {
  const { id } = await createTestTeam(site, 2);
  const stranger = await createTestTeam(site, 1);
  expect((await leave(anonymous(site), id)).statusCode).toBe(401);
  expect((await leave(await signUpAdmin(site), id)).statusCode).toBe(403);
  expect((await leave(await signUp(site), id)).statusCode).toBe(403);
  expect((await leave(stranger.leader, id)).statusCode).toBe(403);
  expect(await standing(stranger.leader)).toMatchObject({ team: stranger.id });
  expect((await leave(stranger.leader, crypto.randomUUID())).statusCode).toBe(404);
});

test('leaving: the member’s preference becomes lookingForTeam', async () => {
  const { id, leader, members } = await createTestTeam(site, 3);
  const left = await leave(members[1]!, id);
  expect([left.statusCode, left.json()]).toEqual([200, { success: true, message: texts.teams.left }]);
  expect(await standing(members[1]!)).toEqual({ preference: 'lookingForTeam', team: null });
  const { members: remaining, creator } = (await leader.call('GET', `/teams/${id}`)).json();
  expect(remaining.map((member: { _id: string }) => member._id)).toEqual([leader.id, members[2]!.id]);
  expect(creator._id).toBe(leader.id);
  const again = await leave(members[1]!, id);
  expect([again.statusCode, again.json()]).toMatchObject([
    403,
    { code: 'not_in_team', message: 'You are no longer in this team.' },
  ]);
});

test('leaving: after the leader, the member who joined first leads; the seat is free again', async () => {
  const { id, code, leader, members } = await createTestTeam(site, 3, { maxMembers: 3 });
  await leave(leader, id);
  const team = (await members[1]!.call('GET', `/teams/${id}`)).json();
  expect(team).toMatchObject({ creator: { _id: members[1]!.id }, inviteCode: code, can: { decide: true } });
  expect((await join(leader, code)).statusCode).toBe(200);
  expect((await leader.call('GET', `/teams/${id}`)).json().creator._id).toBe(members[1]!.id);
});

test('leaving: after the last member, the team and its open requests are deleted', async () => {
  const { id, code, leader } = await createTestTeam(site, 1);
  const asker = await signUp(site);
  await asker.call('POST', '/teams/join-requests', { teamId: id });
  expect((await leave(leader, id)).statusCode).toBe(200);
  expect((await leader.call('GET', `/teams/${id}`)).statusCode).toBe(404);
  expect((await asker.call('GET', '/teams/my-requests')).json()).toEqual([]);
  expect((await join(asker, code)).statusCode).toBe(404);
});

test('removing: only the leader can, only members, never oneself', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const [, sam] = members;
  const other = await createTestTeam(site, 1);
  expect((await remove(anonymous(site), id, sam!.id)).statusCode).toBe(401);
  expect((await remove(await signUpAdmin(site), id, sam!.id)).statusCode).toBe(403);
  expect((await remove(await signUp(site), id, sam!.id)).statusCode).toBe(403);
  expect((await remove(other.leader, id, sam!.id)).statusCode).toBe(403);
  expect((await remove(sam!, id, leader.id)).statusCode).toBe(403);
  expect(await refusal(remove(leader, id, leader.id))).toEqual([400, 'cannot_remove_self']);
  expect((await remove(leader, id, other.leader.id)).statusCode).toBe(404);
  expect((await remove(leader, id, 'undefined')).statusCode).toBe(404);
  expect((await remove(leader, crypto.randomUUID(), sam!.id)).statusCode).toBe(404);
  expect((await leader.call('GET', `/teams/${id}`)).json().members).toHaveLength(2);
});

test('removing: the old invite code stops working', async () => {
  const { id, code, leader, members } = await createTestTeam(site, 3);
  const sam = members[1]!;
  const removed = await remove(leader, id, sam.id);
  expect([removed.statusCode, removed.json()]).toEqual([
    200,
    { success: true, message: texts.teams.removed },
  ]);
  expect(await standing(sam)).toEqual({ preference: 'lookingForTeam', team: null });
  const team = (await leader.call('GET', `/teams/${id}`)).json();
  expect(team.members.map((member: { _id: string }) => member._id)).toEqual([leader.id, members[2]!.id]);
  expect(team.inviteCode).not.toBe(code);
  expect((await join(sam, code)).statusCode).toBe(404);
  expect((await join(sam, team.inviteCode)).statusCode).toBe(200);
  expect((await remove(leader, id, sam.id)).statusCode).toBe(200);
  expect((await remove(leader, id, sam.id)).statusCode).toBe(404);
});

test('a deleted account leaves everything that others need', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const other = await createTestTeam(site, 1);
  const asker = await signUp(site);
  await asker.call('POST', '/teams/join-requests', { teamId: other.id });
  for (const gone of [leader, other.leader, asker])
    await transact(site.services.db, async (trx) => {
      await leaveTeamAndRequests(trx, site.services, gone.id);
      await trx.deleteFrom('users').where('id', '=', gone.id).execute();
    });
  expect((await members[1]!.call('GET', `/teams/${id}`)).json()).toMatchObject({
    creator: { _id: members[1]!.id },
    members: [{ _id: members[1]!.id }],
    can: { decide: true },
  });
  expect((await members[1]!.call('GET', `/teams/${other.id}`)).statusCode).toBe(404);
  await expectInvariants(site);
});
