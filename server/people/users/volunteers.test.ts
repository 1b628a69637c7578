import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { endpoints } from '../../testing/calls.ts';

let app: TestApp;
let grace: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  grace = await signUpAdmin(app, 'Grace Hopper');
});
afterAll(() => app.close());

const roleOf = async ({ id }: Pick<TestActor, 'id'>) =>
  (await app.services.db.selectFrom('users').where('id', '=', id).select('role').executeTakeFirst())?.role;

test('only organizers manage volunteers', async () => {
  const vera = await signUp(app, { name: 'Vera Rubin' });
  for (const [who, status] of [
    [anonymous(app), 401],
    [vera, 403],
    [await signUp(app, { role: 'volunteer' }), 403],
  ] as const) {
    expect((await who.call('GET', '/volunteers')).statusCode).toBe(status);
    expect((await who.call('GET', '/volunteers/candidates?term=vera')).statusCode).toBe(status);
    expect((await who.call('POST', '/volunteers', { email: vera.email })).statusCode).toBe(status);
    expect((await who.call('DELETE', `/volunteers/${vera.id}`)).statusCode).toBe(status);
  }
  expect(await roleOf(vera)).toBe('hacker');
});

test('a volunteer is added by address, with or without an account, signed out, and removed', async () => {
  const vera = await signUp(app, { name: 'Vera Rubin' });
  const answer = await grace.call('POST', '/volunteers', { email: vera.email });
  expect(answer.statusCode).toBe(201);
  expect(answer.json().data).toEqual({ _id: vera.id, name: 'Vera Rubin', email: vera.email });
  expect((await vera.call('GET', '/auth/user')).json().user).toBeNull();
  expect((await grace.call('POST', '/volunteers', { email: vera.email })).statusCode).toBe(201);
  await grace.call('POST', '/volunteers', { email: 'new@example.org' });
  const listed = (await grace.call('GET', '/volunteers')).json();
  expect(listed.map(({ email }: { email: string }) => email)).toEqual(
    expect.arrayContaining([vera.email, 'new@example.org']),
  );
  expect((await grace.call('DELETE', `/volunteers/${vera.id}`)).statusCode).toBe(200);
  expect(await roleOf(vera)).toBe('hacker');
  expect((await grace.call('DELETE', `/volunteers/${vera.id}`)).statusCode).toBe(404);
  const acts = await app.services.db
    .selectFrom('audit')
    .where('subject', '=', vera.id)
    .select(['action', 'actor_id'])
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { action: 'role.volunteer', actor_id: grace.id },
    { action: 'role.hacker', actor_id: grace.id },
  ]);
});

test('organizers and participants cannot be volunteers', async () => {
  const guest = await createAttendee(app);
  for (const [who, code] of [
    [grace, 'volunteer_is_admin'],
    [guest, 'volunteer_applied'],
  ] as const) {
    const answer = await grace.call('POST', '/volunteers', { email: who.email });
    expect([answer.statusCode, answer.json().code]).toEqual([409, code]);
  }
  expect([await roleOf(grace), await roleOf(guest)]).toEqual(['admin', 'hacker']);
});

test('an organizer finds candidates by name or address, with why one cannot be added', async () => {
  const name = 'Maria Mitchell';
  const [free, helping] = [await signUp(app, { name }), await signUp(app, { name, role: 'volunteer' })];
  const [applied, admin] = [await createAttendee(app, { name }), await signUpAdmin(app, name)];
  const unproved = await signUp(app, { name });
  await app.services.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', unproved.id)
    .execute();
  const find = async (term: string) =>
    (await grace.call('GET', `/volunteers/candidates?term=${encodeURIComponent(term)}`)).json();
  const found: { _id: string; reason: string | null }[] = await find(' MÍTCHELL  maría');
  expect(new Map(found.map(({ _id, reason }) => [_id, reason]))).toEqual(
    new Map([
      [free.id, null],
      [helping.id, 'Is already a volunteer.'],
      [applied.id, 'This person has applied. Participants cannot be volunteers or mentors.'],
      [admin.id, 'This person is already an organizer.'],
    ]),
  );
  expect(await find(free.email)).toEqual([
    { _id: free.id, name, email: free.email, can: { help: true }, reason: null },
  ]);
  for (const nobody of ['', ' ', '%', 'mitch_ll']) expect(await find(nobody)).toEqual([]);
});

test('a volunteer uses the station: search, read, check in, list, roster', async () => {
  const vera = await signUp(app, { role: 'volunteer' });
  const ada = await createAttendee(app, { name: 'Ada Lovelace' });
  expect((await vera.call('GET', '/applications/search?term=lovelace')).json()).toHaveLength(1);
  expect((await vera.call('POST', '/check-ins/read', { userId: ada.id })).statusCode).toBe(200);
  expect((await vera.call('POST', '/applications/check-in', { userId: ada.id })).statusCode).toBe(200);
  expect((await vera.call('GET', '/applications/checked-in')).json()).toHaveLength(1);
  expect((await vera.call('GET', '/check-ins/roster')).json().can).toEqual({ undo: false, review: false });
  expect((await grace.call('GET', '/check-ins/roster')).json().can).toEqual({ undo: true, review: true });
});

test('a volunteer can make no call of organizers or hackers', async () => {
  const vera = await signUp(app, { role: 'volunteer' });
  const barred = endpoints.filter(({ access }) => access === 'admin' || access === 'hacker');
  expect(barred.length).toBeGreaterThan(20);
  for (const { method, path } of barred) {
    const address = path.replace(/:\w+/g, () => crypto.randomUUID());
    const answer = await vera.call(method, address, method === 'GET' ? undefined : {});
    expect(`${method} ${path} ${answer.statusCode}`).toBe(`${method} ${path} 403`);
  }
});

test('an invited volunteer is emailed the link that opens the station, once', async () => {
  for (let repeat = 0; repeat < 2; repeat += 1)
    await grace.call('POST', '/volunteers', { email: 'mailed@example.org' });
  const mails = await app.services.db
    .selectFrom('mails')
    .where('recipient', '=', 'mailed@example.org')
    .select(['subject', 'text'])
    .execute();
  expect(mails).toEqual([
    {
      subject: `You check people in at ${app.services.event.name}`,
      text: expect.stringContaining(new URL('/check-in', app.services.config.publicUrl).href),
    },
  ]);
});

test('a mailbox gets five invitations a day, however often people are removed and added, in whatever role', async () => {
  const lead = await signUp(app, { role: 'check-in-lead' });
  const invite = async (email: string, role: string) =>
    (await lead.call('POST', '/volunteers', { email, role })).json();
  for (const [at, role] of ['volunteer', 'mentor', 'volunteer', 'mentor'].entries()) {
    const { data } = await invite(`stranger+${at}@example.org`, role);
    expect((await lead.call('DELETE', `/volunteers/${data._id}`)).statusCode).toBe(200);
  }
  const asReader = { email: 'Stranger@example.org', role: 'application-reviewer' };
  expect((await grace.call('POST', '/staff', asReader)).statusCode).toBe(201);
  expect(await invite('stranger+0@example.org', 'volunteer')).toMatchObject({ code: 'invited_often' });
  expect((await invite('else@example.org', 'volunteer')).success).toBe(true);
  const mails = await app.services.db
    .selectFrom('mails')
    .where('recipient', 'ilike', 'stranger%')
    .select('id')
    .execute();
  expect(mails).toHaveLength(5);
  const listed = (await grace.call('GET', '/volunteers')).json();
  expect(listed.filter(({ email }: { email: string }) => email.startsWith('stranger'))).toEqual([]);
  app.advance(24 * 3_600_000);
  const later = await signUp(app, { role: 'check-in-lead' });
  const answer = await later.call('POST', '/volunteers', { email: 'stranger+0@example.org', role: 'mentor' });
  expect(answer.statusCode).toBe(201);
});
