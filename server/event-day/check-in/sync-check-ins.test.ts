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
const sync = (station: TestActor, ...sent: Sent[]) =>
  station.call('POST', '/check-ins/sync', {
    checkIns: sent.map(({ guest, key = crypto.randomUUID(), at = minutesAgo(5), ...rest }) => ({
      key,
      userId: guest.id,
      at,
      ...rest,
    })),
  });
const outcomes = async (answer: ReturnType<typeof sync>) =>
  (await answer).json().results.map((result: { outcome: string }) => result.outcome);

test('only organizers and volunteers send offline check-ins, a hundred at a time', async () => {
  const guest = await createAttendee(app);
  expect((await sync(anonymous(app), { guest })).statusCode).toBe(401);
  expect((await sync(guest, { guest })).statusCode).toBe(403);
  expect((await sync(grace, ...Array.from({ length: 101 }, () => ({ guest })))).statusCode).toBe(400);
  expect(await statesOf(guest)).toEqual([]);
});

test('offline check-ins count from when they happened, and sending them again changes nothing', async () => {
  const guest = await createAttendee(app);
  const sent = { guest, key: crypto.randomUUID(), at: minutesAgo(30) };
  const first = (await sync(grace, sent)).json();
  expect(first.results).toMatchObject([
    { key: sent.key, outcome: 'admitted', data: { userId: guest.id, checkedInAt: sent.at } },
  ]);
  expect((await sync(grace, sent)).json()).toEqual(first);
  expect(await statesOf(guest)).toHaveLength(1);
});

test('a time in the future or from last week is replaced', async () => {
  for (const at of [minutesAgo(-60), minutesAgo(7 * 24 * 60)]) {
    const guest = await createAttendee(app);
    const [{ data }] = (await sync(grace, { guest, at })).json().results;
    expect(Math.abs(Date.parse(data.checkedInAt) - Date.now())).toBeLessThan(5000);
  }
});

test('two offline stations: one admission, the other a conflict, further repeats only answered', async () => {
  const guest = await createAttendee(app);
  const late = { guest, key: crypto.randomUUID() };
  expect(await outcomes(sync(grace, { guest, at: minutesAgo(9) }))).toEqual(['admitted']);
  expect(await outcomes(sync(alan, late))).toEqual(['conflict']);
  expect(await outcomes(sync(alan, late, { guest }))).toEqual(['conflict', 'already']);
  expect(await statesOf(guest)).toEqual([
    { state: 'admitted', checked_in_by: grace.id, undo_reason: null },
    { state: 'conflict', checked_in_by: alan.id, undo_reason: null },
  ]);
});

test('one bad entry does not stop the others', async () => {
  const [guest, pending] = [await createAttendee(app), await createAttendee(app, { status: 'pending' })];
  const used = crypto.randomUUID();
  await sync(grace, { guest: await createAttendee(app), key: used });
  const answer = await sync(
    grace,
    { guest: pending },
    { guest: { id: crypto.randomUUID() } },
    { guest, pass: 'forged' },
    { guest, checkpoint: 'nowhere' },
    { guest, key: used },
    { guest, pass: passToken(app.services, { id: guest.id, passVersion: 1 }) },
  );
  const results: { outcome: string; message?: string }[] = answer.json().results;
  expect(results.map(({ outcome, message }) => `${outcome}: ${message ?? ''}`)).toEqual([
    "refused: This person's application is not approved.",
    'refused: No such participant.',
    `refused: ${problems.invalid_pass.message}`,
    'refused: This event has no such checkpoint.',
    'refused: This key was already used for another request.',
    'admitted: ',
  ]);
});

test('ten stations send the same person at once: one admission, nine conflicts', async () => {
  const guest = await createAttendee(app);
  const stations = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(app)));
  const all = await Promise.all(stations.map((station) => outcomes(sync(station, { guest }))));
  expect(all.flat().sort()).toEqual(['admitted', ...Array(9).fill('conflict')]);
});

test('ten stations send the same verified pass at once: the earliest counts, nine are duplicates', async () => {
  const guest = await createAttendee(app);
  const pass = passToken(app.services, { id: guest.id, passVersion: 1 });
  const stations = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(app)));
  const all = await Promise.all(
    stations.map((station, index) => outcomes(sync(station, { guest, pass, at: minutesAgo(10 + index) }))),
  );
  expect(new Set(all.flat())).toEqual(new Set(['admitted', 'already']));
  const states = await statesOf(guest);
  expect(states.map(({ state }) => state)).toEqual(['admitted', ...Array(9).fill('duplicate')]);
  expect(states[0]?.checked_in_by).toBe(stations[9]?.id);
});

test('one call tells a station of an offline check-in what the list of results tells, under its key', async () => {
  const guest = await createAttendee(app);
  const pass = passToken(app.services, { id: guest.id, passVersion: 1 });
  const send = async (station: TestActor, key: string, sent: object) => {
    const body = { userId: guest.id, checkpoint: 'saturday-lunch', ...sent };
    const answer = await station.call('POST', '/applications/check-in', body, {
      headers: { 'idempotency-key': key },
    });
    const { code, person, data } = answer.json();
    return [answer.statusCode, code ?? data.checkedInAt, person];
  };
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = minutesAgo(9);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await send(grace, first, { at, pass })).toEqual([200, at, undefined]);
  // Now is refused and leaves nothing; what has happened is stored, and then refused, again under its key.
  const conflict = [409, 'already_checked_in', guest.name];
  expect(await send(alan, crypto.randomUUID(), { pass })).toEqual(conflict);
  expect(await statesOf(guest)).toHaveLength(1);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await send(alan, second, { at: minutesAgo(5), pass })).toEqual(conflict);
  // This volunteer has told it before.
  expect(await send(alan, crypto.randomUUID(), { at: minutesAgo(4), pass })).toEqual([200, at, undefined]);
  expect((await statesOf(guest)).map(({ state }) => state)).toEqual(['admitted', 'conflict']);
  // At the entrance two verified passes settle themselves.
  const entrance = { checkpoint: 'entrance', pass };
  await send(grace, crypto.randomUUID(), { ...entrance, at });
  expect(await send(alan, crypto.randomUUID(), { ...entrance, at: minutesAgo(5) })).toEqual([
    200,
    at,
    undefined,
  ]);
});
