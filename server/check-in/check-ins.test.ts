import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createAttendee } from '../testing/attendees.ts';
import { passToken } from './pass.ts';

let app: TestApp;
let grace: TestActor;
let alan: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  [grace, alan] = await Promise.all([signUpAdmin(app, 'Grace Hopper'), signUpAdmin(app, 'Alan Turing')]);
});
afterAll(() => app.close());

const namesFor = async (term: string) => {
  const answer = await grace.call(
    'GET',
    `/applications/search?status=approved&term=${encodeURIComponent(term)}`,
  );
  return answer.json().map((one: { name: string }) => one.name);
};
const statesOf = async ({ id }: TestActor) =>
  (
    await app.services.db
      .selectFrom('check_ins')
      .where('user_id', '=', id)
      .orderBy('checked_in_at')
      .select(['state', 'checked_in_by', 'undo_reason'])
      .execute()
  ).map((row) => ({ ...row }));

test('the search finds approved people only, by words of name or email, wildcards taken literally', async () => {
  const ada = await createAttendee(app, { name: 'Ada Lovelace', attending: true });
  await createAttendee(app, { name: 'Ada_Byron' });
  await createAttendee(app, { name: 'Adam 100% Smith' });
  await createAttendee(app, { name: 'Ada Pending', status: 'pending' });
  await createAttendee(app, { name: 'Ada Rejected', status: 'rejected' });
  expect(await namesFor('ada')).toEqual(['Ada Lovelace', 'Ada_Byron', 'Adam 100% Smith']);
  await createAttendee(app, { name: 'Édith Żółć' });
  expect([await namesFor('édith'), await namesFor('ŻÓŁĆ')]).toEqual([['Édith Żółć'], ['Édith Żółć']]);
  expect(await namesFor('  LOVELACE   ada ')).toEqual(['Ada Lovelace']);
  expect(await namesFor(ada.email)).toEqual(['Ada Lovelace']);
  expect(await namesFor('_')).toEqual(['Ada_Byron']);
  expect(await namesFor('%')).toEqual(['Adam 100% Smith']);
  expect(await namesFor('\\')).toEqual([]);
  for (const blank of ['', ' ', '\u200b']) expect(await namesFor(blank)).toEqual([]);
  const [found] = (await grace.call('GET', '/applications/search?term=lovelace')).json();
  expect(found).toEqual({
    _id: expect.any(String),
    userId: ada.id,
    name: 'Ada Lovelace',
    email: ada.email,
    major: 'Mathematics',
    attendanceConfirmed: true,
    checkedInAt: null,
  });
});

test('a search lists first those whose names begin with the words', async () => {
  for (const name of ['Aaron Svanberg', 'Anna Holm', 'Johan Anders', 'Hanna An'])
    await createAttendee(app, { name });
  const found = await grace.call('GET', '/applications/search?term=an');
  const names = found.json().map((person: { name: string }) => person.name);
  const order = ['Anna Holm', 'Hanna An', 'Johan Anders', 'Aaron Svanberg'];
  expect(names.filter((name: string) => order.includes(name))).toEqual(order);
});

test('a search ignores accents on both sides', async () => {
  for (const name of ['Máyà Pärk', 'Maya Parker', 'MAYA PÄRKE']) await createAttendee(app, { name });
  for (const term of ['maya park', 'Mâya pärk', 'ya pärk'])
    expect((await namesFor(term)).toSorted()).toEqual(['MAYA PÄRKE', 'Maya Parker', 'Máyà Pärk']);
});

test('a search term has at most 100 characters, is sent once, and finds at most 50 people', async () => {
  await Promise.all(
    Array.from({ length: 55 }, (_one, index) => createAttendee(app, { name: `Crowd ${index}` })),
  );
  expect(await namesFor('crowd')).toHaveLength(50);
  for (const query of [`term=${'a'.repeat(101)}`, 'term=a&term=b', '', 'term=a%00'])
    expect((await grace.call('GET', `/applications/search?${query}`)).statusCode).toBe(400);
});

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
    'refused: Invalid QR code format',
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
