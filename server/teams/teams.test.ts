import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { createTestTeam } from '../testing/teams.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const preferenceOf = async (id: string) =>
  (
    await site.services.db
      .selectFrom('users')
      .select('team_preference as preference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).preference;

test('creating a team: only a signed-in hacker can', async () => {
  const wished = { name: 'Night Owls' };
  expect((await anonymous(site).call('POST', '/teams', wished)).statusCode).toBe(401);
  expect((await (await signUpAdmin(site)).call('POST', '/teams', wished)).statusCode).toBe(403);
});

test('creating a team: the creator leads it and sees its code', async () => {
  const ada = await signUp(site, { name: 'Ada Lovelace' });
  const made = await ada.call('POST', '/teams', { name: '  Night\u200b   Owls ' });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Night Owls',
    maxMembers: 4,
    seatsLeft: 3,
    inviteCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{6}$/),
    inviteLink: expect.stringMatching(/^http:\/\/localhost:3000\/join\/[0-9A-Z]{6}$/),
    inviteQr: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    creator: { _id: ada.id, name: 'Ada Lovelace' },
    members: [{ _id: ada.id, name: 'Ada Lovelace', email: ada.email, photo: null }],
    can: { leave: true, remove: true, decide: true },
  });
  expect(await preferenceOf(ada.id)).toBe('hasTeam');
});

test.each([2, 3, 4])('making a team: for %i people', async (maxMembers) => {
  const { id, leader } = await createTestTeam(site, 1, { maxMembers });
  expect((await leader.call('GET', `/teams/${id}`)).json()).toMatchObject({ maxMembers });
});

test.each([
  [{}, 'name'],
  [{ name: '' }, 'name'],
  [{ name: '\u200d\u200c\u200b\ufe0f' }, 'name'],
  [{ name: ' \u200b ' }, 'name'],
  [{ name: 'a'.repeat(51) }, 'name'],
  [{ name: 'Owls\u0000' }, 'body'],
  [{ name: 'Owls', maxMembers: 1 }, 'maxMembers'],
  [{ name: 'Owls', maxMembers: 5 }, 'maxMembers'],
  [{ name: 'Owls', maxMembers: 2.5 }, 'maxMembers'],
  [{ name: 'Owls', maxMembers: '4' }, 'maxMembers'],
  [{ name: 'Owls', maxMembers: null }, 'maxMembers'],
  [{ name: 'Owls', inviteCode: 'AAAAAA' }, 'inviteCode'],
])('making a team: %j is refused for its %s', async (body, field) => {
  const refused = await (await signUp(site)).call('POST', '/teams', body);
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields)).toEqual([field]);
});

test('creating a team: not for a member of one', async () => {
  const { leader, members } = await createTestTeam(site, 2);
  for (const somebody of [leader, members[1]!]) {
    const refused = await somebody.call('POST', '/teams', { name: 'Second' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'already_in_team']);
  }
});

test('creating a team: at most two members on the Clozyt Track', async () => {
  const [plain, greedy] = [await signUp(site), await signUp(site)];
  await createApplicant(site, plain, { track: 'Clozyt Track' });
  await createApplicant(site, greedy, { track: 'Clozyt Track' });
  expect((await plain.call('POST', '/teams', { name: 'Pair' })).json()).toMatchObject({ maxMembers: 2 });
  const refused = await greedy.call('POST', '/teams', { name: 'Crowd', maxMembers: 3 });
  expect(refused.statusCode).toBe(409);
  const four = (await (await signUp(site)).call('POST', '/teams', { name: 'Four', maxMembers: 4 })).json();
  expect(four.seatsLeft).toBe(3);
  expect(refused.json()).toMatchObject({
    code: 'team_size_limited',
    message: 'Clozyt Track: Teams are limited to 2 members maximum or solo participation only.',
  });
});

test('creating a team: no invite code is given out twice', async () => {
  const { code } = await createTestTeam(site, 1);
  const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const same = Buffer.from([...code].map((sign) => signs.indexOf(sign)));
  const honest = site.services.random;
  let asked = 0;
  site.services.random = (size) => {
    asked += size === 6 ? 1 : 0;
    return size === 6 && asked === 1 ? same : honest(size);
  };
  const made = await (await signUp(site)).call('POST', '/teams', { name: 'Unlucky' });
  site.services.random = honest;
  expect([made.statusCode, asked]).toEqual([201, 2]);
  expect(made.json().inviteCode).not.toBe(code);
});

test('creating teams: at most five in an hour', async () => {
  const strict = await createTestApp({ rateLimitScale: 1 });
  const restless = await signUp(strict);
  for (let times = 0; times < 5; times += 1) {
    const { _id } = (await restless.call('POST', '/teams', { name: 'Again' })).json();
    expect((await restless.call('DELETE', `/teams/${_id}/leave`)).statusCode).toBe(200);
  }
  const refused = await restless.call('POST', '/teams', { name: 'Again' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  strict.advance(3600_000);
  expect((await restless.call('POST', '/teams', { name: 'Again' })).statusCode).toBe(201);
  await strict.close();
});

test('reading a team: members see emails, the leader the code, organizers no code, others nothing', async () => {
  const { id, code, leader, members } = await createTestTeam(site, 2);
  expect((await anonymous(site).call('GET', `/teams/${id}`)).statusCode).toBe(401);
  const refused = await (await signUp(site)).call('GET', `/teams/${id}`);
  expect(refused.statusCode).toBe(403);
  expect(refused.body).not.toContain(leader.email);

  const view = {
    _id: id,
    name: 'Night Owls',
    maxMembers: 4,
    seatsLeft: 2,
    creator: { _id: leader.id, name: leader.name },
    members: members.map(({ id: _id, name, email }) => ({ _id, name, email, photo: null })),
  };
  const seenBy = async (somebody: typeof leader) => (await somebody.call('GET', `/teams/${id}`)).json();
  const all = { leave: true, remove: true, decide: true };
  expect(await seenBy(leader)).toEqual({
    ...view,
    inviteCode: code,
    inviteLink: `http://localhost:3000/join/${code}`,
    inviteQr: expect.any(String),
    can: all,
  });
  expect(await seenBy(members[1]!)).toEqual({ ...view, can: { leave: true, remove: false, decide: false } });
  expect(await seenBy(await signUpAdmin(site))).toEqual({
    ...view,
    can: { leave: false, remove: false, decide: false },
  });
});

test.each(['null', 'undefined', crypto.randomUUID()])('reading the team %s: there is none', async (id) => {
  expect((await (await signUp(site)).call('GET', `/teams/${id}`)).statusCode).toBe(404);
});

test('finding teams: by a part of the name or of the leader’s, with the reason for not asking', async () => {
  const open = await createTestTeam(site, 1, { name: 'Zebra 100% open' });
  const full = await createTestTeam(site, 2, { name: 'Zebra full', maxMembers: 2 });
  const pair = await createTestTeam(site, 2, { name: 'Zebra pair' });
  await createApplicant(site, pair.leader, { track: 'Clozyt Track' });
  const seeker = await signUp(site);
  expect((await anonymous(site).call('GET', '/teams/search?query=zebra')).statusCode).toBe(401);

  const found = await seeker.call('GET', '/teams/search?query=zEBRA');
  expect(found.statusCode).toBe(200);
  const row = (team: typeof open, name: string, memberCount: number, refusal: string | null) => ({
    _id: team.id,
    name,
    maxMembers: team === full ? 2 : 4,
    // The pair is on a track that allows no third member.
    seatsLeft: team === open ? 3 : 0,
    memberCount,
    leader: { name: team.leader.name },
    track: team === pair ? 'Clozyt Track' : null,
    can: { ask: refusal === null },
    refusal,
    ...(team === pair && { trackLimit: { track: 'Clozyt Track', max: 2 } }),
  });
  const limited =
    'Cannot join this team: Clozyt Track teams are limited to 2 members maximum. This team already has 2 members.';
  expect(found.json()).toEqual([
    row(open, 'Zebra 100% open', 1, null),
    row(full, 'Zebra full', 2, 'This team is full.'),
    row(pair, 'Zebra pair', 2, limited),
  ]);

  const names = async (query: string, somebody = seeker) =>
    (await somebody.call('GET', `/teams/search?query=${query}`))
      .json()
      .map((team: { name: string }) => team.name);
  expect(await names('%25')).toEqual(['Zebra 100% open']);
  expect(await names('Z%C3%A9bra%20P%C3%A0')).toEqual(['Zebra pair']);
  // The leader's name is shown, so it can be typed.
  expect(await names(encodeURIComponent(open.leader.name))).toContain('Zebra 100% open');
  expect(await names('zebra_')).toEqual([]);
  expect(await names('')).toEqual([]);
  expect(await names('%20%E2%80%8B')).toEqual([]);
  expect(await names('zebra', await signUpAdmin(site))).toHaveLength(3);

  await seeker.call('POST', '/teams/join-requests', { teamId: open.id });
  const [again] = (await seeker.call('GET', '/teams/search?query=zebra')).json();
  expect(again).toMatchObject({ can: { ask: false }, refusal: 'You have already asked to join this team.' });
  const [taken] = (await full.leader.call('GET', '/teams/search?query=zebra')).json();
  expect(taken).toMatchObject({ can: { ask: false }, refusal: 'You are already in a team.' });
});

test('finding teams: for the track that somebody is about to apply for', async () => {
  await createTestTeam(site, 2, { name: 'Quokkas' });
  const seeker = await signUp(site);
  const [found] = (await seeker.call('GET', '/teams/search?query=quokkas&track=Clozyt%20Track')).json();
  expect(found.refusal).toBe(
    'Cannot join this team: Clozyt Track teams are limited to 2 members maximum. This team already has 2 members.',
  );
  // The specification's sentence would say that the team has two members.
  await createTestTeam(site, 3, { name: 'Wallabies' });
  const [larger] = (await seeker.call('GET', '/teams/search?query=wallabies&track=Clozyt%20Track')).json();
  expect(larger.refusal).toBe('Clozyt Track teams have at most 2 members, and this team has 3.');
});

test.each(['query=%00', 'query=a&query=b'])('finding teams: %s is refused', async (query) => {
  expect((await (await signUp(site)).call('GET', `/teams/search?${query}`)).statusCode).toBe(400);
});
