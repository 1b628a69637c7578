import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createTestTeam } from '../testing/teams.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(() => site.services.db.deleteFrom('mails').execute());

const mails = () => site.services.db.selectFrom('mails').selectAll().orderBy('created_at').execute();
const emailSubjects = async () => (await mails()).map(({ recipient, subject }) => ({ recipient, subject }));

test('the leader gets an email about a request, the requester about the decision, each once', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  const [sam, kim] = [await signUp(site, { name: 'Sam' }), await signUp(site, { name: 'Kim' })];
  for (const [who, action] of [[sam, 'approve'] as const, [kim, 'reject'] as const]) {
    const { _id } = (await who.call('POST', '/teams/join-requests', { teamId: id, message: 'Hi' })).json();
    for (const _ of [1, 2]) await leader.call('PUT', `/teams/join-requests/${_id}`, { action });
  }
  expect(await emailSubjects()).toEqual([
    { recipient: leader.email, subject: 'Sam asks to join Night Owls' },
    { recipient: sam.email, subject: 'You joined Night Owls' },
    { recipient: leader.email, subject: 'Kim asks to join Night Owls' },
    { recipient: kim.email, subject: 'Your request to join Night Owls' },
  ]);
});

test('the removed member and the next leader get an email', async () => {
  const { id, leader, members } = await createTestTeam(site, 3);
  for (const _ of [1, 2]) await leader.call('DELETE', `/teams/${id}/kick/${members[2]!.id}`);
  await leader.call('DELETE', `/teams/${id}/leave`);
  await members[1]!.call('DELETE', `/teams/${id}/leave`);
  expect(await emailSubjects()).toEqual([
    { recipient: members[2]!.email, subject: 'You are no longer in Night Owls' },
    { recipient: members[1]!.email, subject: 'You now lead Night Owls' },
  ]);
});

test('a refused call sends no email', async () => {
  const { id, leader } = await createTestTeam(site, 2, { maxMembers: 2 });
  await (await signUp(site)).call('POST', '/teams/join-requests', { teamId: id });
  await leader.call('DELETE', `/teams/${id}/kick/${leader.id}`);
  expect(await emailSubjects()).toEqual([]);
});

test('an email contains neither the code, nor a message, nor a link in a name', async () => {
  const { id, code, leader } = await createTestTeam(site, 1, { name: 'https://evil.example' });
  const pest = await signUp(site, { name: 'Visit evil.example' });
  await pest.call('POST', '/teams/join-requests', { teamId: id, message: 'See evil.example' });
  const [mail] = await mails();
  expect(mail?.recipient).toBe(leader.email);
  expect(mail?.subject).toBe('Somebody asks to join the team');
  expect(`${mail?.text}${mail?.html}`).not.toMatch(new RegExp(`evil|${code}`));
  expect(mail?.text).toContain('/dashboard');
});

test('no email goes to an unverified address', async () => {
  const { id, leader } = await createTestTeam(site, 1);
  await site.services.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', leader.id)
    .execute();
  await (await signUp(site)).call('POST', '/teams/join-requests', { teamId: id });
  expect(await emailSubjects()).toEqual([]);
});
