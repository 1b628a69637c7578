import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownCard } from '../../contract/teams/team-directory.ts';
import type { OpenTeam, Team } from '../../contract/teams/teams.ts';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { createApprovedTeam, invite, signUpWithCard } from '../testing/directory.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const listOpen = async (who: TestActor): Promise<OpenTeam[]> => (await who.call('GET', '/teams/open')).json();
const listCards = async (who: TestActor): Promise<ShownCard[]> =>
  (await who.call('GET', '/teams/cards')).json();
const seesCard = async (leader: TestActor, cardId: string) =>
  (await listCards(leader)).some(({ _id }) => _id === cardId);
const decide = (who: TestActor, id: string, action: string) =>
  who.call('PUT', `/teams/invites/${id}`, { action });

test('open teams are listed with track and line, those first that can be asked and then those with a line, and full ones not at all', async () => {
  const full = await createTestTeam(site, 2, { name: 'Full', maxMembers: 2 });
  const limited = await createApprovedTeam(site, 2, { name: 'A pair' });
  await site.services.db
    .updateTable('applications')
    .set({ track: 'Clozyt Track' })
    .where('user_id', '=', limited.leader.id)
    .execute();
  const owls = await createApprovedTeam(site, 3, { name: 'Night Owls' });
  const early = await createTestTeam(site, 1, { name: 'Early Birds', idea: 'An alarm' });
  const need = await owls.leader.call('PUT', `/teams/${owls.id}/description`, {
    idea: 'Maps of  sounds',
    need: ' a  designer\n',
  });
  expect(need.statusCode).toBe(200);
  expect((await owls.leader.call('GET', `/teams/${owls.id}`)).json()).toMatchObject({
    idea: 'Maps of sounds',
    need: 'a designer',
  });

  const teams = await listOpen(await signUp(site));
  const ids = teams.map(({ _id }) => _id);
  expect(ids).not.toContain(full.id);
  expect(ids).toEqual([owls.id, early.id, limited.id]);
  expect(teams.find(({ _id }) => _id === owls.id)).toEqual({
    _id: owls.id,
    name: 'Night Owls',
    maxMembers: 4,
    seatsLeft: 1,
    memberCount: 3,
    leader: { name: owls.leader.name },
    can: { ask: true },
    refusal: null,
    idea: 'Maps of sounds',
    need: 'a designer',
    track: 'Hacker Track',
    initials: owls.members.slice(1).map(({ name }) => name.replace(/^(.).* (.).*$/, '$1$2')),
  });
  expect(teams[1]?.idea).toBe('An alarm');
  expect(teams.at(-1)).toMatchObject({ _id: limited.id, can: { ask: false }, track: 'Clozyt Track' });
  // Nobody with this track can join a team of three.
  const applying = await (await signUp(site)).call('GET', '/teams/open?track=Clozyt%20Track');
  expect(applying.json().find(({ _id }: OpenTeam) => _id === owls.id).can).toEqual({ ask: false });
});

test('a team is listed and found while somebody in it may come: not rejected, not away by their own answer', async () => {
  const { id, leader, members } = await createApprovedTeam(site, 2, { name: 'Cactus coders' });
  const partner = members[1]!;
  const asker = await signUp(site);
  const isFound = async () => {
    const found: OpenTeam[] = (await asker.call('GET', '/teams/search?query=cactus')).json();
    const both = [await listOpen(asker), found].map((teams) => teams.some(({ _id }) => _id === id));
    expect(both[0]).toBe(both[1]);
    return both[0];
  };
  await createApplicant(site, partner, { status: 'rejected' });
  expect(await isFound()).toBe(true);
  await leader.call('PUT', '/attendance', { attending: false });
  expect(await isFound()).toBe(false);
  // Members see who has declined, not who was rejected.
  const seen: Team = (await partner.call('GET', `/teams/${id}`)).json();
  expect(seen.members.map(({ isNotComing }) => isNotComing)).toEqual([true, undefined]);
  await leader.call('PUT', '/attendance', { attending: true });
  expect(await isFound()).toBe(true);
});

test('only the leader says what the team needs; an empty line says nothing', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const put = async (who: TestActor, need: string) =>
    (await who.call('PUT', `/teams/${id}/description`, { idea: '', need })).statusCode;
  expect(await put(members[1]!, 'x')).toBe(403);
  expect(await put(leader, 'x'.repeat(101))).toBe(400);
  expect(await put(leader, 'x')).toBe(200);
  expect(await put(leader, ' \u200b ')).toBe(200);
  expect((await leader.call('GET', `/teams/${id}`)).json()).not.toHaveProperty('need');
});

test('a card is shown to approved leaders only, with the name, the skills and the line', async () => {
  const { person, cardId } = await signUpWithCard(site);
  const { leader, members } = await createApprovedTeam(site, 2);
  expect((await listCards(leader)).find(({ _id }) => _id === cardId)).toEqual({
    _id: cardId,
    name: person.name,
    track: 'Hacker Track',
    skills: 'Rust, sewing',
    about: 'I like maps.',
    invite: null,
  });
  const pending = await createTestTeam(site, 1);
  for (const who of [members[1]!, pending.leader, person])
    expect((await who.call('GET', '/teams/cards')).statusCode).toBe(403);
  const newcomer = await signUp(site);
  const card = { skills: 'Rust', about: '' };
  expect((await newcomer.call('PUT', '/teams/card', card)).statusCode).toBe(403);
  expect((await leader.call('PUT', '/teams/card', card)).json().code).toBe('already_in_team');
});

test('a card is gone once its person is in a team, withdraws, is rejected, wants to be alone, or deletes it', async () => {
  const { leader } = await createApprovedTeam(site, 1);
  const admin = await signUpAdmin(site);
  const other = await createTestTeam(site, 1);
  const ways: [string, (person: TestActor) => Promise<{ statusCode: number }>][] = [
    ['joins', (person) => person.call('POST', '/teams/join', { inviteCode: other.code })],
    ['creates a team', (person) => person.call('POST', '/teams', { name: 'Own' })],
    ['withdraws', (person) => person.call('POST', '/applications/withdraw')],
    [
      'wants to be alone',
      (person) => person.call('PUT', '/users/team-preference', { teamPreference: 'solo' }),
    ],
    ['deletes it', (person) => person.call('DELETE', '/teams/card')],
    ['deletes the account', (person) => person.call('DELETE', '/users/me')],
    [
      'is rejected',
      async (person) => {
        const { _id } = (await person.call('GET', '/applications/me')).json().data;
        return admin.call('PUT', `/applications/${_id}`, { status: 'rejected' });
      },
    ],
  ];
  for (const [way, go] of ways) {
    const { person, cardId } = await signUpWithCard(site);
    expect(await seesCard(leader, cardId), way).toBe(true);
    expect((await go(person)).statusCode, way).toBeLessThan(300);
    expect(await seesCard(leader, cardId), way).toBe(false);
    const again = await leader.call('POST', '/teams/invites', { cardId });
    expect(again.statusCode, way).toBe(404);
  }
  await expectInvariants(site);
});

test('who leaves a team is not shown again by an old card', async () => {
  const { person } = await signUpWithCard(site);
  const { _id } = (await person.call('POST', '/teams', { name: 'Own' })).json();
  await person.call('DELETE', `/teams/${_id}/leave`);
  expect((await person.call('GET', '/teams/card')).json()).toEqual({ card: null });
});

test('an invite comes with an email; accepting it makes a member, and ends all other invites', async () => {
  const { person, cardId } = await signUpWithCard(site);
  const [owls, larks] = [
    await createApprovedTeam(site, 1),
    await createApprovedTeam(site, 1, { name: 'Larks' }),
  ];
  const id = await invite(owls.leader, person, cardId);
  const second = await invite(larks.leader, person, cardId);
  const mails = await site.services.db
    .selectFrom('mails')
    .select(['subject', 'about_id as about'])
    .where('user_id', '=', person.id)
    .orderBy('created_at')
    .execute();
  expect(mails).toEqual([
    { subject: `${owls.leader.name} invites you to Night Owls`, about: owls.leader.id },
    { subject: `${larks.leader.name} invites you to Larks`, about: larks.leader.id },
  ]);
  expect((await person.call('GET', '/teams/invites')).json()[0]).toEqual({
    _id: id,
    team: { _id: owls.id, name: 'Night Owls', idea: '', need: '', track: 'Hacker Track', seatsLeft: 3 },
    teamLeader: { name: owls.leader.name },
    createdAt: expect.any(String),
  });
  expect((await listCards(owls.leader)).find(({ _id }) => _id === cardId)?.invite).toBe('pending');
  expect((await owls.leader.call('POST', '/teams/invites', { cardId })).json().code).toBe('already_invited');
  expect((await decide(owls.leader, id, 'accept')).statusCode).toBe(409);
  expect((await decide(await signUp(site), id, 'accept')).statusCode).toBe(404);

  expect((await decide(person, id, 'accept')).statusCode).toBe(200);
  const { members } = (await person.call('GET', `/teams/${owls.id}`)).json();
  expect(members).toHaveLength(2);
  expect((await person.call('GET', '/teams/invites')).json()).toEqual([]);
  expect((await decide(person, second, 'accept')).json().code).toBe('already_in_team');
  await expectInvariants(site);
});

test('a declined invite stays declined, the leader sees it, and the request to the team has ended', async () => {
  const { person, cardId } = await signUpWithCard(site);
  const { id: teamId, leader } = await createApprovedTeam(site, 1);
  const other = await createApprovedTeam(site, 1);
  for (const asked of [teamId, other.id])
    expect((await person.call('POST', '/teams/join-requests', { teamId: asked })).statusCode).toBe(201);
  const id = await invite(leader, person, cardId);
  expect((await decide(person, id, 'decline')).statusCode).toBe(200);
  // Their own request to this team is answered with it.
  const open = (await person.call('GET', '/teams/my-requests')).json();
  expect(open.map(({ team }: { team: { _id: string } }) => team._id)).toEqual([other.id]);
  expect((await leader.call('GET', '/teams/join-requests')).json()).toEqual([]);
  expect((await person.call('GET', '/teams/invites')).json()).toEqual([]);
  expect((await listCards(leader)).find(({ _id }) => _id === cardId)?.invite).toBe('declined');
  expect((await decide(person, id, 'accept')).json().code).toBe('invite_declined');
  expect((await leader.call('POST', '/teams/invites', { cardId })).json().code).toBe('already_invited');
});

test('a full team invites nobody, and a team of a limited track nobody who does not fit', async () => {
  const { person, cardId } = await signUpWithCard(site);
  const { id, code, leader } = await createApprovedTeam(site, 1, { maxMembers: 2 });
  const invited = await invite(leader, person, cardId);
  await (await signUp(site)).call('POST', '/teams/join', { inviteCode: code });
  expect((await decide(person, invited, 'accept')).json().code).toBe('team_full');
  expect((await leader.call('GET', `/teams/${id}`)).json().members).toHaveLength(2);
  const clozyt = await signUpWithCard(site, { track: 'Clozyt Track' });
  const three = await createApprovedTeam(site, 2);
  expect(await seesCard(three.leader, clozyt.cardId)).toBe(false);
  const refused = await three.leader.call('POST', '/teams/invites', { cardId: clozyt.cardId });
  expect(refused.json().code).toBe('team_limited');
});

test('whose approval was taken back cannot accept', async () => {
  const { person, cardId } = await signUpWithCard(site);
  const { leader } = await createApprovedTeam(site, 1);
  const id = await invite(leader, person, cardId);
  await site.services.db
    .updateTable('applications')
    .set({ status: 'rejected' })
    .where('user_id', '=', person.id)
    .execute();
  expect((await decide(person, id, 'accept')).statusCode).toBe(403);
});

test('an event without a directory serves none of it', async () => {
  const off = await createTestApp();
  off.services.event = { ...off.services.event, teamDirectory: false };
  const { id, leader } = await createTestTeam(off, 1);
  await createApplicant(off, leader);
  const calls: [Parameters<TestActor['call']>[0], string, object?][] = [
    ['GET', '/teams/open'],
    ['PUT', `/teams/${id}/description`, { idea: '', need: 'x' }],
    ['GET', '/teams/card'],
    ['PUT', '/teams/card', { skills: 'x', about: '' }],
    ['DELETE', '/teams/card'],
    ['GET', '/teams/cards'],
    ['POST', '/teams/invites', { cardId: id }],
    ['GET', '/teams/invites'],
    ['PUT', `/teams/invites/${id}`, { action: 'accept' }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await leader.call(method, path, body);
    expect([answer.statusCode, answer.json().code], path).toEqual([404, 'team_directory_off']);
  }
  expect((await leader.call('GET', `/teams/${id}`)).json()).not.toHaveProperty('need');
  await off.close();
});
