import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Conflict } from '../../../contract/event-day/check-in-overview.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee, moveToNoon } from '../../testing/attendees.ts';
import { passToken } from './pass.ts';

let app: TestApp;
let grace: TestActor;
let alan: TestActor;
let vera: TestActor;
let guest: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  moveToNoon(app);
  [grace, alan] = await Promise.all([signUpAdmin(app, 'Grace Hopper'), signUpAdmin(app, 'Alan Turing')]);
  vera = await signUp(app, { name: 'Vera Rubin', role: 'volunteer' });
});
afterAll(() => app.close());
/** Two offline stations have let the same person in. */
beforeEach(async () => {
  guest = await createAttendee(app, { name: 'Emmy Noether' });
  for (const [station, minutes] of [
    [grace, 10],
    [vera, 5],
  ] as const)
    await record(station, { minutes });
});

interface Recorded {
  key?: string;
  minutes: number;
  pass?: string;
  checkpoint?: string;
}
/** Reports an offline check-in; returns the current admission, or the code of the refusal. */
const record = async (station: TestActor, { key = crypto.randomUUID(), minutes, ...sent }: Recorded) => {
  const body = { userId: guest.id, at: minutesAgo(minutes), ...sent };
  const { data, code } = (await station.call('PUT', `/check-ins/keys/${key}`, body)).json();
  return data ?? code;
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const open = async (): Promise<Conflict[]> => {
  const all: Conflict[] = (await grace.call('GET', '/check-ins/conflicts')).json();
  return all.filter((one) => one.person.userId === guest.id);
};
const reason = 'Seen at both doors';
const settle = (who: TestActor, id: string | undefined, keep: string) =>
  who.call('PUT', `/check-ins/conflicts/${id}`, { keep, reason });
const rows = () =>
  app.services.db
    .selectFrom('check_ins')
    .where('user_id', '=', guest.id)
    .orderBy('checked_in_at')
    .select(['state', 'checked_in_by as by', 'undone_by as undoneBy', 'undo_reason as reason'])
    .execute();
const taken = (by: TestActor, undoneBy: TestActor) => ({
  state: 'undone',
  by: by.id,
  undoneBy: undoneBy.id,
  reason,
});
const stands = (by: TestActor) => ({ state: 'admitted', by: by.id, undoneBy: null, reason: null });

test('only organizers read and resolve conflicts', async () => {
  const [conflict] = await open();
  for (const [who, status] of [
    [anonymous(app), 401],
    [guest, 403],
    [vera, 403],
  ] as const) {
    expect((await who.call('GET', '/check-ins/conflicts')).statusCode).toBe(status);
    expect((await settle(who, conflict?._id, 'first')).statusCode).toBe(status);
  }
  expect(await open()).toEqual([conflict]);
});

test('a conflict names both volunteers; keeping the first check-in resolves it', async () => {
  const [conflict, ...others] = await open();
  expect(others).toEqual([]);
  expect(conflict).toEqual({
    _id: expect.any(String),
    checkpoint: 'entrance',
    person: { userId: guest.id, name: 'Emmy Noether' },
    at: expect.any(String),
    by: 'Vera Rubin',
    first: { at: expect.any(String), by: 'Grace Hopper' },
  });
  expect((await settle(grace, conflict?._id, 'first')).json()).toEqual({ success: true });
  expect(await rows()).toEqual([stands(grace), taken(vera, grace)]);
  expect(await open()).toEqual([]);
  const audit = await app.services.db
    .selectFrom('audit')
    .where('subject', '=', guest.id)
    .where('action', '=', 'check-in.settled')
    .select(['actor_id', 'detail'])
    .execute();
  const detail = { checkIn: conflict?._id, checkpoint: 'entrance', kept: 'first', reason };
  expect(audit).toEqual([{ actor_id: grace.id, detail }]);
});

test('the second check-in can replace the first, and one that was undone', async () => {
  await settle(grace, (await open())[0]?._id, 'second');
  expect(await rows()).toEqual([taken(grace, grace), stands(vera)]);
  const list: { userId: string }[] = (await grace.call('GET', '/applications/checked-in')).json();
  expect(list.filter(({ userId }) => userId === guest.id)).toHaveLength(1);
});

test('a conflict remains after the first check-in is undone, and can then be kept', async () => {
  const first = await app.services.db
    .selectFrom('check_ins')
    .where('user_id', '=', guest.id)
    .where('state', '=', 'admitted')
    .select('id')
    .executeTakeFirstOrThrow();
  await grace.call('DELETE', `/check-ins/${first.id}`, { reason });
  const [conflict] = await open();
  expect(conflict?.first).toBeNull();
  await settle(alan, conflict?._id, 'second');
  expect(await rows()).toEqual([taken(grace, grace), stands(vera)]);
});

test('a reason is required; a resolved, unknown or other check-in and a rejected person are refused', async () => {
  const [conflict] = await open();
  for (const body of [{ keep: 'first' }, { keep: 'first', reason: ' ' }, { keep: 'both', reason }])
    expect((await grace.call('PUT', `/check-ins/conflicts/${conflict?._id}`, body)).statusCode).toBe(400);
  expect((await settle(grace, crypto.randomUUID(), 'first')).statusCode).toBe(404);
  await app.services.db
    .updateTable('applications')
    .set({ status: 'rejected' })
    .where('user_id', '=', guest.id)
    .execute();
  expect((await settle(grace, conflict?._id, 'second')).json().code).toBe('not_approved');
  expect((await settle(grace, conflict?._id, 'first')).statusCode).toBe(200);
  const again = await settle(alan, conflict?._id, 'second');
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict_settled']);
});

const passOf = ({ id }: TestActor) => passToken(app.services, { id, passVersion: 1 });
/** A person whom no station has let in. */
const meetAnother = async () => {
  guest = await createAttendee(app, { name: 'Emmy Noether' });
};
const listTimes = async (path: string): Promise<string[]> =>
  (await grace.call('GET', path))
    .json()
    .flatMap((row: { userId: string; checkedInAt: string }) =>
      row.userId === guest.id ? row.checkedInAt : [],
    );

test('first and second are in the order of the scans, and keeping the first keeps the earlier', async () => {
  await meetAnother();
  await record(grace, { minutes: 5 });
  await record(vera, { minutes: 10 });
  const [conflict] = await open();
  expect(conflict).toMatchObject({ by: 'Grace Hopper', first: { by: 'Vera Rubin' } });
  expect(Date.parse(conflict!.first!.at)).toBeLessThan(Date.parse(conflict!.at));
  await settle(grace, conflict?._id, 'first');
  expect(await rows()).toEqual([stands(vera), taken(grace, grace)]);

  await meetAnother();
  await record(grace, { minutes: 5 });
  await record(vera, { minutes: 10 });
  await settle(grace, (await open())[0]?._id, 'second');
  expect(await rows()).toEqual([taken(vera, grace), stands(grace)]);
});

test.each([
  ['later', 10, 5],
  ['earlier', 5, 10],
])(
  'two verified admissions at the entrance on one day settle themselves: the second sent is the %s',
  async (_, one, other) => {
    await meetAnother();
    const pass = passOf(guest);
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await record(grace, { key: first, minutes: one, pass });
    const settled = await record(vera, { key: second, minutes: other, pass });
    expect(await open()).toEqual([]);
    const history: Conflict[] = (await grace.call('GET', '/check-ins/conflicts?settled=true')).json();
    expect(history[0]).toMatchObject({
      person: { userId: guest.id },
      first: { at: settled.checkedInAt },
    });
    const [time, ...more] = await listTimes('/applications/checked-in');
    expect(more).toEqual([]);
    expect(settled.checkedInAt).toBe(time);
    expect(Math.abs(Date.parse(time!) - Date.parse(minutesAgo(10)))).toBeLessThan(5000);
    // Both stay in the log.
    expect((await rows()).map(({ state }) => state)).toEqual(['admitted', 'duplicate']);
    const audit = app.services.db.selectFrom('audit').where('subject', '=', guest.id).select('action');
    expect((await audit.execute()).map(({ action }) => action)).toContain('check-in.settled');
    // A repeat of either is harmless.
    expect(await record(vera, { key: second, minutes: other, pass })).toEqual(settled);
    expect(await record(grace, { key: first, minutes: one, pass })).toEqual(settled);
    const online = await grace.call(
      'POST',
      '/applications/check-in',
      { userId: guest.id, pass },
      { headers: { 'idempotency-key': first } },
    );
    expect([online.statusCode, online.json().data]).toEqual([200, settled]);
    expect(await rows()).toHaveLength(2);
  },
);

test('unverified admissions, other checkpoints and other days wait for an organizer', async () => {
  await meetAnother();
  const pass = passOf(guest);
  await record(grace, { minutes: 10 });
  expect(await record(vera, { minutes: 5, pass })).toBe('already_checked_in');
  await meetAnother();
  await record(grace, { minutes: 30 * 60, pass: passOf(guest) });
  expect(await record(vera, { minutes: 5, pass: passOf(guest) })).toBe('already_checked_in');
  await meetAnother();
  const lunch = { minutes: 5, pass: passOf(guest), checkpoint: 'saturday-lunch' };
  await record(grace, lunch);
  expect(await record(vera, lunch)).toBe('already_checked_in');
  expect(await open()).toHaveLength(1);
});
