import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems } from '../../../contract/errors.ts';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee, moveToNoon } from '../../testing/attendees.ts';
import { passToken } from './pass.ts';

let app: TestApp;
let grace: TestActor;
let alan: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  moveToNoon(app);
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

interface Sent {
  key?: string;
  guest: { id: string };
  at?: string;
  pass?: string;
  checkpoint?: string;
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const send = (station: TestActor, { guest, key = crypto.randomUUID(), at = minutesAgo(5), ...rest }: Sent) =>
  station.call('PUT', `/check-ins/keys/${key}`, { userId: guest.id, at, ...rest });
/** Returns the admission in force, or the message of the refusal. */
const record = async (station: TestActor, sent: Sent) => {
  const { data, message } = (await send(station, sent)).json();
  return data ?? message;
};
const already = expect.stringMatching(/^Already checked in at/);

test('only organizers and volunteers record offline check-ins', async () => {
  const guest = await createAttendee(app);
  expect((await send(anonymous(app), { guest })).statusCode).toBe(401);
  expect((await send(guest, { guest })).statusCode).toBe(403);
  expect((await send(grace, { guest, key: 'k-1' })).statusCode).toBe(404);
  expect(await statesOf(guest)).toEqual([]);
});

test('offline check-ins count from when they happened, and sending them again changes nothing', async () => {
  const guest = await createAttendee(app);
  const sent = { guest, key: crypto.randomUUID(), at: minutesAgo(30) };
  const first = await record(grace, sent);
  expect(first).toMatchObject({ userId: guest.id, checkedInAt: sent.at });
  expect(await record(grace, sent)).toEqual(first);
  expect(await statesOf(guest)).toHaveLength(1);
});

test('a time in the future or from last week is replaced', async () => {
  for (const at of [minutesAgo(-60), minutesAgo(7 * 24 * 60)]) {
    const { checkedInAt } = await record(grace, { guest: await createAttendee(app), at });
    expect(Math.abs(Date.parse(checkedInAt) - Date.now())).toBeLessThan(5000);
  }
});

test('two offline stations: one admission, the other a conflict, further repeats only answered', async () => {
  const guest = await createAttendee(app);
  const late = { guest, key: crypto.randomUUID() };
  const first = await record(grace, { guest, at: minutesAgo(9) });
  for (let repeat = 0; repeat < 2; repeat += 1) expect(await record(alan, late)).toEqual(already);
  expect(await record(alan, { guest })).toEqual(first);
  expect(await statesOf(guest)).toEqual([
    { state: 'admitted', checked_in_by: grace.id, undo_reason: null },
    { state: 'conflict', checked_in_by: alan.id, undo_reason: null },
  ]);
});

test('what is refused says why', async () => {
  const [guest, pending] = [await createAttendee(app), await createAttendee(app, { status: 'pending' })];
  const used = crypto.randomUUID();
  await record(grace, { guest: await createAttendee(app), key: used });
  const refused = async (sent: Sent) => {
    const answer = await send(grace, sent);
    return [answer.statusCode, answer.json().message];
  };
  expect(await refused({ guest: pending })).toEqual([409, "This person's application is not approved."]);
  expect(await refused({ guest: { id: crypto.randomUUID() } })).toEqual([404, 'No such participant.']);
  expect(await refused({ guest, pass: 'forged' })).toEqual([400, problems.invalid_pass.message]);
  expect(await refused({ guest, checkpoint: 'nowhere' })).toEqual([
    400,
    'This event has no such checkpoint.',
  ]);
  expect(await refused({ guest, key: used })).toEqual([
    422,
    'This key was already used for another request.',
  ]);
  expect(await statesOf(guest)).toEqual([]);
});

test('ten stations send the same person at once: one admission, nine conflicts', async () => {
  const guest = await createAttendee(app);
  const stations = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(app)));
  const all = await Promise.all(stations.map((station) => send(station, { guest })));
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
  const states = (await statesOf(guest)).map(({ state }) => state);
  expect(states.sort()).toEqual(['admitted', ...Array(9).fill('conflict')]);
});

test('ten stations send the same verified pass at once: the earliest counts, nine are duplicates', async () => {
  const guest = await createAttendee(app);
  const pass = passToken(app.services, { id: guest.id, passVersion: 1 });
  const stations = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(app)));
  const all = await Promise.all(
    stations.map((station, index) => send(station, { guest, pass, at: minutesAgo(10 + index) })),
  );
  expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const states = await statesOf(guest);
  expect(states.map(({ state }) => state)).toEqual(['admitted', ...Array(9).fill('duplicate')]);
  expect(states[0]?.checked_in_by).toBe(stations[9]?.id);
});

test('a check-in of now is refused for a second time, one that has happened is stored', async () => {
  const guest = await createAttendee(app);
  const pass = passToken(app.services, { id: guest.id, passVersion: 1 });
  const tell = async (
    station: TestActor,
    key: string,
    sent: { at?: string; checkpoint?: string; pass: string },
  ) => {
    const body = { userId: guest.id, checkpoint: 'saturday-lunch', ...sent };
    const answer = await (sent.at
      ? station.call('PUT', `/check-ins/keys/${key}`, body)
      : station.call('POST', '/applications/check-in', body, { headers: { 'idempotency-key': key } }));
    const { code, person, data } = answer.json();
    return [answer.statusCode, code ?? data.checkedInAt, person];
  };
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = minutesAgo(9);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await tell(grace, first, { at, pass })).toEqual([200, at, undefined]);
  // Now is refused and leaves nothing; what has happened is stored, and then refused, again under its key.
  const conflict = [409, 'already_checked_in', guest.name];
  expect(await tell(alan, crypto.randomUUID(), { pass })).toEqual(conflict);
  expect(await statesOf(guest)).toHaveLength(1);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await tell(alan, second, { at: minutesAgo(5), pass })).toEqual(conflict);
  // This volunteer has told it before.
  expect(await tell(alan, crypto.randomUUID(), { at: minutesAgo(4), pass })).toEqual([200, at, undefined]);
  expect((await statesOf(guest)).map(({ state }) => state)).toEqual(['admitted', 'conflict']);
  // At the entrance two verified passes settle themselves.
  const entrance = { checkpoint: 'entrance', pass };
  await tell(grace, crypto.randomUUID(), { ...entrance, at });
  expect(await tell(alan, crypto.randomUUID(), { ...entrance, at: minutesAgo(5) })).toEqual([
    200,
    at,
    undefined,
  ]);
});
