import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';

let app: TestApp;
let grace: TestActor;
let alan: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  [grace, alan] = await Promise.all([signUpAdmin(app, 'Grace Hopper'), signUpAdmin(app, 'Alan Turing')]);
});
afterAll(() => app.close());

const statesOf = async ({ id }: TestActor) =>
  (
    await app.services.db
      .selectFrom('check_ins')
      .where('user_id', '=', id)
      .orderBy('checked_in_at')
      .select(['state', 'checked_in_by', 'undo_reason'])
      .execute()
  ).map((row) => ({ ...row }));

test('undoing needs an organizer and a reason, is audited, and allows a new check-in', async () => {
  const guest = await createAttendee(app);
  const key = crypto.randomUUID();
  const checkIn = (headers = {}) =>
    grace.call('POST', '/applications/check-in', { userId: guest.id }, { headers });
  const made = (await checkIn({ 'idempotency-key': key })).json().data;
  const path = `/check-ins/${made._id}`;
  const reason = 'Scanned the wrong phone';
  expect((await anonymous(app).call('DELETE', path, { reason })).statusCode).toBe(401);
  expect((await guest.call('DELETE', path, { reason })).statusCode).toBe(403);
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(201) }])
    expect((await grace.call('DELETE', path, body)).statusCode).toBe(400);
  expect((await grace.call('DELETE', `/check-ins/${crypto.randomUUID()}`, { reason })).statusCode).toBe(404);
  expect((await statesOf(guest))[0]?.state).toBe('admitted');

  expect((await grace.call('DELETE', path, { reason })).json()).toEqual({ success: true });
  expect((await alan.call('DELETE', path, { reason: 'Again' })).statusCode).toBe(200);
  expect(await statesOf(guest)).toEqual([
    { state: 'undone', checked_in_by: grace.id, undo_reason: 'Scanned the wrong phone' },
  ]);
  const undone = await app.services.db
    .selectFrom('audit')
    .where('subject', '=', guest.id)
    .where('action', '=', 'check-in.undone')
    .select(['actor_id', 'detail'])
    .execute();
  expect(undone).toEqual([
    {
      actor_id: grace.id,
      detail: {
        checkIn: made._id,
        checkpoint: 'entrance',
        was: 'admitted',
        reason: 'Scanned the wrong phone',
      },
    },
  ]);
  expect((await checkIn({ 'idempotency-key': key })).json().code).toBe('check_in_undone');
  expect((await checkIn()).statusCode).toBe(200);
});

test('a volunteer takes back their own check-in within a minute, sent before or not; it stays in the log', async () => {
  const [vera, omar] = [await signUp(app, { role: 'volunteer' }), await signUp(app, { role: 'volunteer' })];
  const send = async (station: TestActor, key: string, guest: TestActor) => {
    const headers = { 'idempotency-key': key };
    const answer = await station.call('POST', '/applications/check-in', { userId: guest.id }, { headers });
    return answer.json().code ?? answer.json().message;
  };
  const undo = async (station: TestActor, key: string, guest: TestActor, after = 5) => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const answer = await station.call('DELETE', `/check-ins/keys/${key}`, { userId: guest.id, at, after });
    return answer.json().code ?? answer.statusCode;
  };
  const undone = { state: 'undone', checked_in_by: vera.id, undo_reason: 'Undone at the station' };
  for (const isSentBefore of [true, false]) {
    const guest = await createAttendee(app);
    const key = crypto.randomUUID();
    if (isSentBefore) {
      expect(await send(vera, key, guest)).toBe('Checked in');
      expect(await undo(omar, key, guest)).toBe('forbidden');
      expect(await undo(vera, key, guest, 61)).toBe('unreadable_pass');
      expect((await statesOf(guest)).map(({ state }) => state)).toEqual(['admitted']);
    }
    for (let repeat = 0; repeat < 2; repeat += 1) expect(await undo(vera, key, guest)).toBe(200);
    // One that arrives late is not let in.
    expect(await send(vera, key, guest)).toBe('check_in_undone');
    expect(await statesOf(guest)).toEqual([undone]);
    const audit = app.services.db.selectFrom('audit').where('subject', '=', guest.id);
    const actions = await audit.where('actor_id', '=', vera.id).select('action').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['check-in.admitted', 'check-in.undone']);
    expect(await send(omar, crypto.randomUUID(), guest)).toBe('Checked in');
    // Somebody else's check-in is not undone by what was taken back.
    expect(await undo(vera, crypto.randomUUID(), guest)).toBe('already_checked_in');
    expect((await statesOf(guest)).map(({ state }) => state).sort()).toEqual(['admitted', 'undone']);
  }
});

test('whoever meets somebody again is told when they came in and by whom', async () => {
  const guest = await createAttendee(app);
  await grace.call('POST', '/applications/check-in', { userId: guest.id });
  const again = await alan.call('POST', '/applications/check-in', { userId: guest.id });
  expect(again.json().current).toEqual({ checkedInAt: expect.any(String), by: 'Grace Hopper' });
  const read = await alan.call('POST', '/check-ins/read', { userId: guest.id });
  expect(read.json().checkedInBy).toBe('Grace Hopper');
});
