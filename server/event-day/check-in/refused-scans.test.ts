import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems } from '../../../contract/errors.ts';
import type { RefusedScan } from '../../../contract/event-day/check-in-overview.ts';
import type { Home } from '../../../contract/operations/home.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { passToken } from './pass.ts';

let app: TestApp;
let grace: TestActor;
let vera: TestActor;
let ada: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  grace = await signUpAdmin(app, 'Grace Hopper');
  vera = await signUp(app, { name: 'Vera Rubin', role: 'volunteer' });
  ada = await createAttendee(app, { name: 'Ada Lovelace' });
});
afterAll(() => app.close());

interface Told {
  key?: string;
  reason?: string;
  userId?: string;
  checkpoint?: string;
  at?: string;
  note?: string;
}
const report = (station: TestActor, ...told: Told[]) =>
  station.call('POST', '/check-ins/attempts', {
    attempts: told.map((one) => ({
      key: crypto.randomUUID(),
      reason: 'invalid_pass',
      at: new Date().toISOString(),
      ...one,
    })),
  });
const listed = async (checkpoint: string): Promise<string[]> =>
  (await grace.call('GET', `/check-ins/attempts?checkpoint=${checkpoint}`))
    .json()
    .map(
      ({ message, person, by }: { message: string; person: { name: string } | null; by: string }) =>
        `${by}: ${message} ${person?.name ?? 'nobody'}`,
    );

test('organizers read refused scans, stations report them, nobody else does either', async () => {
  for (const [who, reads, tells] of [
    [anonymous(app), 401, 401],
    [ada, 403, 403],
    [vera, 403, 200],
    [grace, 200, 200],
  ] as const) {
    expect((await who.call('GET', '/check-ins/attempts')).statusCode).toBe(reads);
    expect((await report(who)).statusCode).toBe(tells);
  }
});

test('a problem waits on the home page until an organizer is done with it, or the person is in', async () => {
  const [first, second] = [
    await createAttendee(app, { name: 'Lise Meitner' }),
    await createAttendee(app, { name: 'Otto Hahn' }),
  ];
  const told = { checkpoint: 'entrance', reason: 'problem_no_phone' };
  await report(
    vera,
    { ...told, userId: first.id },
    { ...told, userId: second.id },
    { ...told, note: 'Niels' },
  );
  const problems = async () =>
    (await grace.call('GET', '/home'))
      .json<Home>()
      .problems.map(({ _id, message, name, note }) => ({ _id, said: `${message}: ${name ?? note}` }));
  const said = async () => (await problems()).map((problem) => problem.said);
  expect(await said()).toEqual(['No phone: Lise Meitner', 'No phone: Otto Hahn', 'No phone: Niels']);
  await vera.call('POST', '/applications/check-in', { userId: second.id });
  expect(await said()).toEqual(['No phone: Lise Meitner', 'No phone: Niels']);
  const [{ _id: id } = { _id: '' }] = await problems();
  expect((await vera.call('PUT', `/check-ins/attempts/${id}/done`)).statusCode).toBe(403);
  for (let time = 0; time < 2; time += 1)
    expect((await grace.call('PUT', `/check-ins/attempts/${id}/done`)).statusCode).toBe(200);
  expect(await said()).toEqual(['No phone: Niels']);
  const list = await grace.call('GET', '/check-ins/attempts?checkpoint=entrance');
  const settled = list.json<RefusedScan[]>().map(({ person, isSettled }) => [person?.name, isSettled]);
  expect(settled).toEqual([
    [undefined, false],
    ['Otto Hahn', true],
    ['Lise Meitner', true],
  ]);
  // A refused scan is no problem.
  await report(vera, { checkpoint: 'entrance' });
  const [scan] = (await grace.call('GET', '/check-ins/attempts')).json<RefusedScan[]>();
  for (const wrong of ['1234567', 'x', '9'.repeat(30), scan?._id])
    expect((await grace.call('PUT', `/check-ins/attempts/${wrong}/done`)).statusCode).toBe(404);
});

test('every refused scan is recorded with its reason', async () => {
  const pending = await createAttendee(app, { name: 'Kurt Gödel', status: 'pending' });
  const checkpoint = 'swag';
  const admit = (guest: TestActor) =>
    grace.call('POST', '/applications/check-in', { userId: guest.id, checkpoint });
  const read = (body: object) => vera.call('POST', '/check-ins/read', { ...body, checkpoint });
  await admit(ada);
  await read({ userId: ada.id });
  await read({ userId: ada.id, pass: 'forged' });
  await read({ userId: crypto.randomUUID() });
  await admit(pending);
  expect(await listed(checkpoint)).toEqual([
    "Grace Hopper: This person's application is not approved. Kurt Gödel",
    'Vera Rubin: No such participant. nobody',
    `Vera Rubin: ${problems.invalid_pass.message} Ada Lovelace`,
    'Vera Rubin: Already checked in Ada Lovelace',
  ]);
});

test('a refusal repeated with its key is recorded once', async () => {
  const pending = await createAttendee(app, { name: 'Emmy Noether', status: 'pending' });
  const key = crypto.randomUUID();
  const sent = { userId: pending.id, checkpoint: 'saturday-dinner' };
  await vera.call('POST', '/applications/check-in', sent, { headers: { 'idempotency-key': key } });
  const told = { ...sent, at: new Date().toISOString() };
  for (let time = 0; time < 2; time += 1)
    expect((await vera.call('PUT', `/check-ins/keys/${key}`, told)).json().code).toBe('not_approved');
  expect(await listed('saturday-dinner')).toEqual([
    "Vera Rubin: This person's application is not approved. Emmy Noether",
  ]);
});

test('a scan refused by a station is recorded with its time, once per key', async () => {
  const checkpoint = 'saturday-lunch';
  const at = new Date(Date.now() - 600_000).toISOString();
  const told = [
    { key: crypto.randomUUID(), checkpoint, at, reason: 'unreadable_pass' },
    { key: crypto.randomUUID(), checkpoint, reason: 'already_checked_in', userId: ada.id.toUpperCase() },
    { key: crypto.randomUUID(), checkpoint, userId: crypto.randomUUID() },
  ];
  for (let time = 0; time < 2; time += 1) expect((await report(vera, ...told)).statusCode).toBe(200);
  expect((await listed(checkpoint)).sort()).toEqual([
    'Vera Rubin: Already checked in Ada Lovelace',
    'Vera Rubin: Invalid QR code format nobody',
    `Vera Rubin: ${problems.invalid_pass.message} nobody`,
  ]);
  const rows = (await grace.call('GET', `/check-ins/attempts?checkpoint=${checkpoint}`)).json();
  expect(rows.at(-1).at).toBe(at);
});

test('an invalid report is refused as a whole, and so are more than a hundred at once', async () => {
  const refused: Told[][] = [
    [{ key: 'k-1' }],
    [{ reason: 'not_approved' }],
    [{ userId: 'Ada' }],
    [{ at: 'yesterday' }],
    [{}, { checkpoint: 'nowhere' }],
    Array.from({ length: 101 }, () => ({})),
  ];
  const before = await listed('entrance');
  for (const told of refused) expect((await report(vera, ...told)).statusCode).toBe(400);
  expect(await listed('entrance')).toEqual(before);
});

test('an old, forged, foreign or endless code is refused, and nothing about the person is shown', async () => {
  const eve = await createAttendee(app, { name: 'Eve Secret' });
  const renewed = passToken(app.services, { id: eve.id, passVersion: 1 });
  await eve.call('POST', `/users/${eve.id}/pass`);
  const foreign = passToken({ config: { secretKey: 'x'.repeat(32) } }, { id: eve.id, passVersion: 2 });
  const copied = passToken(app.services, { id: ada.id, passVersion: 1 });
  const endless = 'x'.repeat(5000);
  for (const path of ['/check-ins/read', '/applications/check-in'])
    for (const pass of [renewed, 'forged', foreign, copied, endless]) {
      const { message } = problems[pass === endless ? 'unreadable_pass' : 'invalid_pass'];
      const answer = await vera.call('POST', path, { userId: eve.id, pass });
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
      for (const secret of ['Secret', eve.email, eve.id]) expect(answer.body).not.toContain(secret);
    }
});

test('a volunteer puts somebody with a problem into the list, with a line about them', async () => {
  const checkpoint = 'swag';
  const told = [
    { checkpoint, reason: 'problem_no_phone', note: ' Niels Bohr, the battery is empty ' },
    { checkpoint, reason: 'problem_wrong_name', userId: ada.id },
  ];
  for (const one of told) expect((await report(vera, one)).statusCode).toBe(200);
  const rows = (await grace.call('GET', `/check-ins/attempts?checkpoint=${checkpoint}`)).json();
  expect(rows.slice(0, 2)).toMatchObject([
    { message: 'Wrong name', note: null, person: { name: 'Ada Lovelace' }, by: 'Vera Rubin' },
    { message: 'No phone', note: 'Niels Bohr, the battery is empty', person: null },
  ]);
  expect((await report(vera, { note: 'x'.repeat(201) })).statusCode).toBe(400);
});

test('somebody who came in afterwards needs no help any more; whoever was in before does', async () => {
  const checkpoint = 'sunday-lunch';
  const [late, still, early] = [
    await createAttendee(app),
    await createAttendee(app),
    await createAttendee(app),
  ];
  const before = new Date(Date.now() - 120_000).toISOString();
  await vera.call('POST', '/applications/check-in', { userId: early.id, checkpoint, at: before });
  for (const { id: userId } of [late, still, early])
    await report(vera, {
      checkpoint,
      reason: 'problem_no_phone',
      userId,
      at: new Date(Date.now() - 60_000).toISOString(),
    });
  await vera.call('POST', '/applications/check-in', { userId: late.id, checkpoint });
  const rows: { person: { userId: string }; isSettled: boolean }[] = (
    await grace.call('GET', `/check-ins/attempts?checkpoint=${checkpoint}`)
  ).json();
  expect(new Map(rows.map(({ person, isSettled }) => [person.userId, isSettled]))).toEqual(
    new Map([
      [late.id, true],
      [still.id, false],
      [early.id, false],
    ]),
  );
});

test('somebody who is in needs no help any more once their removal is lifted', async () => {
  const guest = await createAttendee(app);
  await vera.call('POST', '/applications/check-in', { userId: guest.id, checkpoint: 'sunday-lunch' });
  await grace.call('PUT', `/users/${guest.id}/removal`, { reason: 'A fight' });
  await report(vera, { checkpoint: 'sunday-lunch', reason: 'person_removed', userId: guest.id });
  const isSettled = async () =>
    (await grace.call('GET', '/check-ins/attempts?checkpoint=sunday-lunch')).json<RefusedScan[]>()[0]
      ?.isSettled;
  expect(await isSettled()).toBe(false);
  await grace.call('DELETE', `/users/${guest.id}/removal`);
  expect(await isSettled()).toBe(true);
});
