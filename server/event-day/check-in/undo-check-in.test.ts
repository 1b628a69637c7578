import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
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
