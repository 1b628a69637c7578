import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { problems } from '../../../contract/errors.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { passToken } from './pass.ts';

let app: TestApp;
let grace: TestActor;
let ada: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  grace = await signUpAdmin(app, 'Grace Hopper');
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await createAttendee(app, { name: 'Ada Lovelace', attending: true });
});

const keyed = (key: string = crypto.randomUUID()) => ({ headers: { 'idempotency-key': key } });
const post = (body: unknown, options = keyed()) =>
  grace.call('POST', '/applications/check-in', body, options);
const passOf = ({ id }: TestActor, passVersion = 1) => passToken(app.services, { id, passVersion });
const rowsOf = ({ id }: TestActor) =>
  app.services.db.selectFrom('check_ins').where('user_id', '=', id).selectAll().execute();
const attemptsOf = async ({ id }: TestActor) =>
  (
    await app.services.db
      .selectFrom('check_in_attempts')
      .where('user_id', '=', id)
      .select(['reason', 'checkpoint', 'by_user_id'])
      .orderBy('id')
      .execute()
  ).map((row) => ({ ...row }));

test('only organizers and volunteers check people in', async () => {
  const body = { userId: ada.id };
  expect((await anonymous(app).call('POST', '/applications/check-in', body)).statusCode).toBe(401);
  expect((await ada.call('POST', '/applications/check-in', body)).statusCode).toBe(403);
  for (const path of ['/applications/checked-in', '/applications/search?term=a']) {
    expect((await anonymous(app).call('GET', path)).statusCode).toBe(401);
    expect((await ada.call('GET', path)).statusCode).toBe(403);
  }
  expect(await rowsOf(ada)).toEqual([]);
});

test('an approved person with a genuine pass is checked in, audited and listed', async () => {
  const answer = await post({ userId: ada.id, pass: passOf(ada) });
  expect(answer.statusCode).toBe(200);
  const { data, message, success } = answer.json();
  expect({ success, message }).toEqual({ success: true, message: 'Checked in' });
  expect(data).toEqual({
    _id: expect.any(String),
    userId: ada.id,
    name: 'Ada Lovelace',
    email: ada.email,
    major: 'Mathematics',
    checkpoint: 'entrance',
    checkedInAt: expect.any(String),
    attendanceConfirmed: true,
    passVerified: true,
  });
  const list = (await grace.call('GET', '/applications/checked-in')).json();
  expect(list[0]).toEqual(data);
  const audit = await app.services.db.selectFrom('audit').where('subject', '=', ada.id).selectAll().execute();
  expect(audit).toMatchObject([
    {
      actor_id: grace.id,
      action: 'check-in.admitted',
      detail: { checkIn: data._id, checkpoint: 'entrance' },
    },
  ]);
});

test('an old client without pass and key checks in too, unverified', async () => {
  const answer = await grace.call('POST', '/applications/check-in', { userId: ada.id.toUpperCase() });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).toMatchObject({ userId: ada.id, passVerified: false });
});

test('a second time is refused with the day and the time of the first, in the time zone of the event', async () => {
  await post({ userId: ada.id });
  await app.services.db
    .updateTable('check_ins')
    .set({ checked_in_at: '2025-09-20T15:41:30Z' })
    .where('user_id', '=', ada.id)
    .execute();
  const answer = await post({ userId: ada.id });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'already_checked_in',
    message: 'Already checked in at Sat, Sep 20, 8:41 AM',
  });
  expect(await rowsOf(ada)).toHaveLength(1);
  expect(await attemptsOf(ada)).toEqual([
    { reason: 'already_checked_in', checkpoint: 'entrance', by_user_id: grace.id },
  ]);
});

test('each checkpoint counts on its own, the newest first, and an unknown one is refused', async () => {
  const statuses = [];
  for (const checkpoint of ['entrance', 'swag', 'swag', 'nowhere'])
    statuses.push((await post({ userId: ada.id, checkpoint })).statusCode);
  expect(statuses).toEqual([200, 200, 409, 400]);
  const bob = await createAttendee(app);
  await post({ userId: bob.id, checkpoint: 'swag' });
  const swag = (await grace.call('GET', '/applications/checked-in?checkpoint=swag')).json();
  expect(swag.map((one: { userId: string }) => one.userId)).toEqual([bob.id, ada.id]);
});

test('the same key gets the same answer; for another person or checkpoint it is refused', async () => {
  for (const sent of [crypto.randomUUID(), 'k-1 of station 4']) {
    const options = keyed(sent);
    const [guest, other] = [await createAttendee(app), await createAttendee(app)];
    const first = await post({ userId: guest.id }, options);
    const again = await post({ userId: guest.id }, options);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.json()).toEqual(first.json());
    expect((await post({ userId: other.id }, options)).statusCode).toBe(422);
    expect((await post({ userId: guest.id, checkpoint: 'swag' }, options)).statusCode).toBe(422);
    expect(await rowsOf(guest)).toHaveLength(1);
    expect(await rowsOf(other)).toEqual([]);
  }
  expect((await post({ userId: ada.id }, keyed('é'))).statusCode).toBe(400);
});

test.each([
  ['no user', {}],
  ['a list', { userId: [crypto.randomUUID()] }],
  ['a number', { userId: 7 }],
  ['nothing', { userId: null }],
  ['blank', { userId: ' ' }],
  ['an unknown field', { userId: crypto.randomUUID(), status: 'approved' }],
  ['an endless id', { userId: 'x'.repeat(2000) }],
])('a code with %s is no code', async (_what, body) => {
  const answer = await post(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBe('Invalid QR code format');
});

test('an unknown id is refused, whatever its form', async () => {
  const stranger = await signUp(app);
  for (const userId of ['00000000-0000-4000-8000-000000000000', '66f0c0ffee0123456789abcd', stranger.id]) {
    const answer = await post({ userId });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_person']);
  }
});

test('a forged, foreign or renewed pass is refused and recorded', async () => {
  const other = await createAttendee(app);
  for (const pass of ['', 'forged', passOf(other), passOf(ada, 2)]) {
    const answer = await post({ userId: ada.id, pass });
    expect([answer.statusCode, answer.json().message]).toEqual([400, problems.invalid_pass.message]);
    expect(answer.body).not.toContain('Lovelace');
  }
  expect(await rowsOf(ada)).toEqual([]);
  expect((await attemptsOf(ada)).map(({ reason }) => reason)).toEqual(Array(4).fill('invalid_pass'));
});

test.each(['pending', 'rejected'] as const)('a %s application is not checked in', async (status) => {
  const guest = await createAttendee(app, { status });
  const answer = await post({ userId: guest.id });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_approved']);
  expect(await rowsOf(guest)).toEqual([]);
});

test('a refusal names the person to whoever holds their pass or may find them by name', async () => {
  const guest = await createAttendee(app, { name: 'Rita Levi', status: 'rejected' });
  const named = async (body: object) => (await post(body)).json().person;
  const pass = passOf(guest);
  expect(await named({ userId: guest.id, pass })).toBe('Rita Levi');
  expect((await grace.call('POST', '/check-ins/read', { userId: guest.id, pass })).json().person).toBe(
    'Rita Levi',
  );
  expect(await named({ userId: guest.id })).toBeUndefined();
  expect(await named({ userId: guest.id, pass: 'forged' })).toBeUndefined();
  const inside = await createAttendee(app, { name: 'Ines Inside' });
  await post({ userId: inside.id });
  expect(await named({ userId: inside.id })).toBe('Ines Inside');
  const sent = { userId: guest.id, pass, at: new Date().toISOString() };
  const recorded = await grace.call('PUT', `/check-ins/keys/${crypto.randomUUID()}`, sent);
  expect(recorded.json().person).toBe('Rita Levi');
});

test('reading a pass returns the stored name and changes nothing', async () => {
  const read = (body: unknown) => grace.call('POST', '/check-ins/read', body);
  const answer = await read({ userId: ada.id, pass: passOf(ada) });
  expect(answer.json()).toMatchObject({
    userId: ada.id,
    name: 'Ada Lovelace',
    attendanceConfirmed: true,
    passVerified: true,
    checkedInAt: null,
  });
  expect(await rowsOf(ada)).toEqual([]);
  expect((await read({ userId: ada.id })).json().passVerified).toBe(false);
  expect((await read({ userId: ada.id, pass: 'forged' })).json().message).toBe(
    'This pass is no longer valid. Ask for the one on their dashboard, or search by name.',
  );
  expect((await read({ userId: crypto.randomUUID() })).statusCode).toBe(404);
  await post({ userId: ada.id });
  expect((await read({ userId: ada.id })).json().checkedInAt).toEqual(expect.any(String));
});

test('the holder or an organizer renews a pass, which voids the old one', async () => {
  const guest = await createAttendee(app);
  const path = `/users/${guest.id}/pass`;
  expect((await anonymous(app).call('POST', path)).statusCode).toBe(401);
  expect((await (await createAttendee(app)).call('POST', path)).statusCode).toBe(403);
  const old = passToken(app.services, { id: guest.id, passVersion: 1 });
  for (const [who, passVersion] of [
    [guest, 2],
    [grace, 3],
  ] as const) {
    const answer = await who.call('POST', path);
    expect(answer.json()).toEqual({
      success: true,
      qrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    const read = (pass: string) => grace.call('POST', '/check-ins/read', { userId: guest.id, pass });
    expect((await read(old)).statusCode).toBe(400);
    expect((await read(passToken(app.services, { id: guest.id, passVersion }))).statusCode).toBe(200);
  }
  const pending = await createAttendee(app, { status: 'pending' });
  expect((await pending.call('POST', `/users/${pending.id}/pass`)).statusCode).toBe(404);
  expect((await grace.call('POST', '/users/x/pass')).statusCode).toBe(404);
});
