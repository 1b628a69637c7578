import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffMember } from '../../../contract/people/staff.ts';
import { hasAccess, type Role } from '../../../contract/platform/roles.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { invitationPlaceholder } from '../../platform/mail/mail-secrets.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { endpoints } from '../../testing/calls.ts';
import { countAnswers, race, withoutKeyLocks } from '../../testing/races.ts';

let site: TestApp;
let grace: TestActor;
let alan: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  alan = await signUp(site, { name: 'Alan Turing', role: 'admin', isOwner: false });
});
afterAll(() => site.close());

const list = async (as = grace) =>
  (await as.call('GET', '/staff')).json<{ members: StaffMember[]; roles: string[] }>();
const find = async (id: string) => (await list()).members.find(({ _id }) => _id === id);
const codeOf = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, body } = await answer;
  return statusCode < 300 ? statusCode : JSON.parse(body).code;
};
const mailsTo = (email: string) =>
  site.services.db
    .selectFrom('mails')
    .where('recipient', '=', email)
    .select(['id', 'subject', 'text'])
    .execute();

/** Delivers the last email to a person, and returns the token of its link. */
async function openMail(email: string): Promise<string> {
  const { id, text } = (await mailsTo(email)).at(-1)!;
  expect(text).toContain(invitationPlaceholder);
  const sent: { text: string }[] = [];
  const services = { ...site.services, sendMail: async (mail: { text: string }) => void sent.push(mail) };
  await deliverMail(services as unknown as TestApp['services'], { mailId: id });
  return /#link=([\w-]+)/.exec(sent[0]!.text)![1]!;
}

test('somebody is invited by email, once, signs in by the link, and is seen', async () => {
  const email = 'rita@example.org';
  const invite = () => alan.call('POST', '/staff', { email, role: 'application-reviewer' });
  expect((await invite()).statusCode).toBe(201);
  expect((await invite()).statusCode).toBe(201);
  expect(await mailsTo(email)).toMatchObject([{ subject: `You help to run ${site.services.event.name}` }]);
  const rita = (await list()).members.find((member) => member.email === email)!;
  expect(rita).toMatchObject({ role: 'application-reviewer', lastSeenAt: null, sessions: 0 });

  // Eleven minutes later it is sent again. Either link signs in, which uses up both.
  const first = await openMail(email);
  site.advance(11 * 60_000);
  await invite();
  const token = await openMail(email);
  const open = (given: string) => anonymous(site).call('POST', '/auth/link', { token: given });
  const opened = await open(first);
  expect(opened.json().user).toMatchObject({ _id: rita._id, role: 'application-reviewer' });
  expect((await open(token)).statusCode).toBe(400);
  expect(await find(rita._id)).toMatchObject({ lastSeenAt: expect.any(String), sessions: 1 });
  site.advance(11 * 60_000);
  await invite();
  expect(await mailsTo(email)).toHaveLength(2);

  expect((await alan.call('DELETE', `/staff/${rita._id}/sessions`)).statusCode).toBe(200);
  expect(await find(rita._id)).toMatchObject({ sessions: 0, lastSeenAt: expect.any(String) });
  expect((await alan.call('DELETE', `/staff/${rita._id}`)).statusCode).toBe(200);
  expect(await find(rita._id)).toBeUndefined();
  const acts = await site.services.db
    .selectFrom('audit')
    .where('subject', '=', rita._id)
    .select('action')
    .orderBy('id')
    .execute();
  expect(acts.map(({ action }) => action)).toEqual([
    'role.application-reviewer',
    'sessions.ended',
    'role.hacker',
  ]);
});

test('whoever is signed out or removed cannot use the invitation any more', async () => {
  for (const address of ['/sessions', '']) {
    const email = `sam${address.length}@example.org`;
    await alan.call('POST', '/staff', { email, role: 'check-in-lead' });
    const token = await openMail(email);
    const { _id } = (await list()).members.find((member) => member.email === email)!;
    expect((await alan.call('DELETE', `/staff/${_id}${address}`)).statusCode).toBe(200);
    expect((await anonymous(site).call('POST', '/auth/link', { token })).statusCode).toBe(400);
  }
});

test('an account keeps its name and gets the role; participants become organizers and nothing less', async () => {
  const ada = await createAttendee(site, { name: 'Ada Lovelace' });
  const invite = (role: string) => codeOf(grace.call('POST', '/staff', { email: ada.email, role }));
  expect(await invite('check-in-lead')).toBe('staff_applied');
  expect(await invite('organizer')).toBe(201);
  expect(await find(ada.id)).toMatchObject({ name: 'Ada Lovelace', role: 'organizer', sessions: 0 });
  expect((await ada.call('GET', '/auth/user')).json().success).toBe(false);
  expect(await codeOf(grace.call('PUT', `/staff/${ada.id}`, { role: 'judging-lead' }))).toBe('staff_applied');
  expect(await codeOf(grace.call('DELETE', `/staff/${ada.id}`))).toBe(200);
});

test('organizers manage everybody but owners, and appoint none', async () => {
  const lead = await signUp(site, { role: 'check-in-lead' });
  expect((await list(alan)).roles).not.toContain('owner');
  expect((await list()).roles).toContain('owner');
  expect(await codeOf(alan.call('PUT', `/staff/${lead.id}`, { role: 'organizer' }))).toBe(200);
  for (const refused of [
    alan.call('POST', '/staff', { email: lead.email, role: 'owner' }),
    alan.call('POST', '/staff', { email: grace.email, role: 'organizer' }),
    alan.call('PUT', `/staff/${alan.id}`, { role: 'owner' }),
    alan.call('PUT', `/staff/${grace.id}`, { role: 'organizer' }),
    alan.call('DELETE', `/staff/${grace.id}`),
    alan.call('DELETE', `/staff/${grace.id}/sessions`),
  ])
    expect(await codeOf(refused)).toBe('owner_only');
  expect(await codeOf(grace.call('PUT', `/staff/${crypto.randomUUID()}`, { role: 'organizer' }))).toBe(
    'not_found',
  );
  const hacker = await signUp(site);
  expect(await codeOf(grace.call('PUT', `/staff/${hacker.id}`, { role: 'organizer' }))).toBe('not_found');
  expect(await codeOf(grace.call('DELETE', `/staff/${hacker.id}/sessions`))).toBe('not_found');
});

test('the last owner stays until the event is handed over', async () => {
  expect(await codeOf(grace.call('DELETE', `/staff/${grace.id}`))).toBe('last_owner');
  expect(await codeOf(grace.call('PUT', `/staff/${grace.id}`, { role: 'organizer' }))).toBe('last_owner');
  const heir = await signUp(site, { role: 'admin', isOwner: false });
  expect(await codeOf(grace.call('POST', `/staff/${heir.id}/owner`))).toBe(200);
  // The former owner stays signed in; the new one has to sign in again.
  expect(await find(heir.id)).toMatchObject({ role: 'owner', sessions: 0 });
  expect(await find(grace.id)).toMatchObject({ role: 'organizer', sessions: 1 });
  expect(await codeOf(grace.call('POST', `/staff/${alan.id}/owner`))).toBe('forbidden');
  expect(await codeOf(grace.call('DELETE', `/staff/${heir.id}`))).toBe('owner_only');
});

test.each<[Role, number]>([
  ['application-reviewer', 10],
  ['check-in-lead', 20],
  ['judging-lead', 14],
])('a %s gets past the calls of the contract for them, and no other', async (role, least) => {
  const person = await signUp(site, { role });
  let allowed = 0;
  for (const { access, method, path } of endpoints) {
    if (access === 'open' || access === 'all' || access === 'judge' || access === 'reviewer') continue;
    if (access === 'user') continue;
    const address = path.replace(/:\w+/g, () => crypto.randomUUID());
    const { statusCode } = await person.call(method, address, method === 'GET' ? undefined : {});
    expect(`${method} ${path} ${statusCode === 403}`).toBe(`${method} ${path} ${!hasAccess(role, access)}`);
    if (statusCode !== 403) allowed += 1;
  }
  expect(allowed).toBeGreaterThanOrEqual(least);
});

test('a reviewer reads and rates an application, and decides nothing', async () => {
  const ada = await createAttendee(site, { name: 'Ada Byron', status: 'pending' });
  const rita = await signUp(site, { role: 'application-reviewer' });
  const [row] = (await rita.call('GET', '/applications?status=pending')).json();
  expect(row).toMatchObject({ user: { name: ada.name }, can: { approve: false, reject: false } });
  expect(await codeOf(rita.call('PUT', `/applications/${row._id}/review`, { rating: 4, note: '' }))).toBe(
    200,
  );
  expect(await codeOf(rita.call('PUT', `/applications/${row._id}`, { status: 'approved' }))).toBe(
    'forbidden',
  );
  expect(await codeOf(rita.call('PUT', '/reviews/blind', { blind: true }))).toBe('forbidden');
});

race(
  'two owners who demote each other leave one',
  async (racing) => {
    await racing.services.db.updateTable('users').set({ is_owner: false }).execute();
    const [one, two] = [await signUpAdmin(racing), await signUpAdmin(racing)];
    const answers = await racing.together([
      () => one.call('PUT', `/staff/${two.id}`, { role: 'organizer' }),
      () => two.call('DELETE', `/staff/${one.id}`),
    ]);
    expect(countAnswers(answers)[200]).toBe(1);
    const owners = racing.services.db.selectFrom('users').where('is_owner', '=', true).select('id');
    expect(await owners.execute()).toHaveLength(1);
  },
  { without: withoutKeyLocks, paused: ['users'] },
);

test('an owner gets the link of somebody new where nothing else lets them in, and nobody else does', async () => {
  const owner = await signUpAdmin(site, 'Edith Clarke');
  const organizer = await signUp(site, { name: 'Jean Sammet', role: 'admin', isOwner: false });
  const invite = async (as: TestActor, email: string) =>
    (await as.call('POST', '/staff', { email, role: 'organizer' })).json<{ link?: string }>();
  const { link } = await invite(owner, 'passed@example.org');
  expect(link).toContain(`/sign-in#link=${await openMail('passed@example.org')}`);
  expect(await invite(owner, 'passed@example.org')).toEqual({});
  expect(await invite(organizer, 'by-organizer@example.org')).toEqual({});
  const { config } = site.services;
  for (const [way, settings] of [
    ['mail', { smtpUrl: 'smtp://mail.example' }],
    ['provider', { oidc: { issuer: 'https://id.example', clientId: 'x', clientSecret: 'y', name: 'Id' } }],
  ] as const) {
    site.services.config = { ...config, ...settings } as typeof config;
    expect(await invite(owner, `${way}@example.org`)).toEqual({});
  }
  site.services.config = config;
  const { email } = await createAttendee(site, { status: 'pending' });
  expect(await invite(owner, email)).toEqual({});
  const ida = await signUp(site, { name: 'Ida Rhodes' });
  await site.services.db
    .updateTable('users')
    .set({ last_seen_at: site.services.now() })
    .where('id', '=', ida.id)
    .execute();
  expect(await invite(owner, ida.email)).toEqual({});
});
