import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';

let site: TestApp;
let leader: TestActor;
let team: { _id: string; inviteCode: string };
beforeAll(async () => {
  site = await createTestApp();
  leader = await signUp(site, { name: 'Wei Zhang' });
  team = (await leader.call('POST', '/teams', { name: 'Amber Pixels' })).json();
});
afterAll(() => site.close());

const ask = (actor: Pick<TestActor, 'call'>, inviteCode: string) =>
  actor.call('POST', '/teams/invitation', { inviteCode });
const forStrangers = { teamName: 'Amber Pixels', leaderName: 'Wei', seatsLeft: 3 };

test('a stranger with the code learns the first name, the team and its seats, and nothing else', async () => {
  const answer = await ask(anonymous(site), ` ${team.inviteCode.toLowerCase()} `);
  expect([answer.statusCode, answer.json()]).toEqual([200, forStrangers]);
  expect(answer.body).not.toContain('Zhang');
  expect(answer.body).not.toContain(team.inviteCode);
});

test('a code counts as it was pasted: with dashes, as the whole link, or in a message', async () => {
  const code = team.inviteCode;
  const link = `http://localhost/join/${code.toLowerCase()}?utm=chat#x`;
  for (const pasted of [
    `${code.slice(0, 3)}-${code.slice(3)}`,
    `${code.slice(0, 2)} – ${code.slice(2)}`,
    link,
    `${code.toLowerCase()}.`,
    `http://localhost/join/${code}.`,
    `come: http://localhost/join/${code} :)`,
    `Please join: our code is ${code}, come!`,
  ])
    expect((await ask(anonymous(site), pasted)).json(), pasted).toEqual(forStrangers);
  for (const wrong of [
    `${code}A`,
    `${code}ß`,
    'Please come here',
    'http://localhost/join/',
    'http://localhost/teams',
  ])
    expect((await ask(anonymous(site), wrong)).statusCode, wrong).toBe(400);
});

test('the idea is told, as soon as the team has one', async () => {
  const owls = { name: 'Owls', idea: 'Maps of sounds' };
  const { inviteCode } = (await (await signUp(site)).call('POST', '/teams', owls)).json();
  expect((await ask(anonymous(site), inviteCode)).json()).toMatchObject({ idea: 'Maps of sounds' });
});

test('who is signed in also learns which team it is, to choose it in the form', async () => {
  const answer = await ask(await signUp(site), team.inviteCode);
  expect(answer.json()).toEqual({
    ...forStrangers,
    team: expect.objectContaining({ _id: team._id, can: { ask: true }, refusal: null }),
  });
  expect((await ask(await signUpAdmin(site), team.inviteCode)).json().team.can).toEqual({ ask: false });
  expect(answer.body).not.toContain(team.inviteCode);
});

test('a full team has no seat left, and a replaced code no team', async () => {
  const pair = (await (await signUp(site)).call('POST', '/teams', { name: 'Pair', maxMembers: 2 })).json();
  const mia = await signUp(site);
  expect((await mia.call('POST', '/teams/join', { inviteCode: pair.inviteCode })).statusCode).toBe(200);
  expect((await ask(anonymous(site), pair.inviteCode)).json().seatsLeft).toBe(0);
  const lone = await signUp(site);
  const four = (await lone.call('POST', '/teams', { name: 'Four', maxMembers: 4 })).json();
  expect((await ask(anonymous(site), four.inviteCode)).json().seatsLeft).toBe(3);
  // Teams of this track have two members at most, however large they were made.
  await createApplicant(site, lone, { track: 'Clozyt Track' });
  expect((await ask(anonymous(site), four.inviteCode)).json().seatsLeft).toBe(1);
  expect((await lone.call('GET', `/teams/${four._id}`)).json()).toMatchObject({
    maxMembers: 4,
    seatsLeft: 1,
  });
  const creator = pair.creator._id;
  expect(creator).not.toBe(mia.id);
  const wrong = await ask(anonymous(site), '000000');
  expect([wrong.statusCode, wrong.json().message]).toEqual([404, 'No team has this invite code.']);
  expect((await ask(anonymous(site), '../../x')).statusCode).toBe(400);
});

test('guessing is slowed, per person and per address; right codes do not count', async () => {
  const guesser = await signUp(site);
  for (let right = 0; right < 20; right += 1)
    expect((await ask(guesser, team.inviteCode)).statusCode).toBe(200);
  const wrong = [];
  for (let guess = 0; guess < 12; guess += 1)
    wrong.push((await ask(guesser, `00000${guess % 10}`)).statusCode);
  expect(wrong).toEqual([...Array(10).fill(404), 429, 429]);
  // Somebody else can still open theirs.
  expect((await ask(await signUp(site), team.inviteCode)).statusCode).toBe(200);
  const unknown = [];
  for (let guess = 0; guess < 32; guess += 1)
    unknown.push((await ask(anonymous(site), `00000${guess % 10}`)).statusCode);
  expect(unknown.filter((status) => status === 429).length).toBeGreaterThan(0);
});

test('an opened invitation belongs to the account, until it is dismissed or the person is in a team', async () => {
  const mia = await signUp(site);
  const kept = async () => (await mia.call('GET', '/teams/invitation')).json();
  const keep = (inviteCode: string | null) => mia.call('PUT', '/teams/invitation', { inviteCode });
  expect(await kept()).toEqual({ inviteCode: null });
  expect((await keep('../../x')).statusCode).toBe(400);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await keep(` ${team.inviteCode.toLowerCase()} `)).json()).toEqual({ success: true });
  expect(await kept()).toEqual({ inviteCode: team.inviteCode });
  expect((await (await signUp(site)).call('GET', '/teams/invitation')).json()).toEqual({ inviteCode: null });
  expect((await keep(null)).statusCode).toBe(200);
  expect(await kept()).toEqual({ inviteCode: null });

  await keep(team.inviteCode);
  expect((await mia.call('POST', '/teams', { name: 'Her own' })).statusCode).toBe(201);
  expect(await kept()).toEqual({ inviteCode: null });
  expect((await keep(team.inviteCode)).statusCode).toBe(200);
  expect(await kept()).toEqual({ inviteCode: null });
});
