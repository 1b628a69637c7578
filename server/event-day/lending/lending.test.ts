import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { sendEventFile } from '../../testing/forms.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { passToken } from '../check-in/pass.ts';
import { remindBorrower } from './lending.service.ts';

const hour = 3_600_000;
let site: TestApp;
let vera: TestActor;
let ada: TestActor;
let eve: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  site.services.event.lending = { hours: 4, things: ['12 VR headset', '13 VR headset', 'C1 USB cable'] };
  vera = await signUp(site, { name: 'Vera Volunteer', role: 'volunteer' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.services.db.deleteFrom('loan_scans').execute();
  await site.services.db.deleteFrom('thing_reservations').execute();
  [ada, eve] = [await createHacker('Ada Lovelace'), await createHacker('Eve Early')];
});

async function createHacker(name: string): Promise<TestActor> {
  const hacker = await signUp(site, { name });
  await createApplicant(site, hacker);
  return hacker;
}
async function scan(number: string, to?: TestActor, more: object = {}, id: string = crypto.randomUUID()) {
  const answer = await vera.call('PUT', `/lending/scans/${id}`, { number, userId: to?.id, ...more });
  return answer.json().code ?? answer.statusCode;
}
const reserve = async (by: TestActor, number: string) => {
  const answer = await by.call('PUT', `/lending/reservations/${number}`);
  return answer.json().code ?? answer.statusCode;
};
/** The person who has or reserved a thing. */
const find = async (number: string) => {
  const things: { number: string; state: string; person?: { name: string } }[] = (
    await vera.call('GET', '/lending/loans')
  ).json();
  const thing = things.find((one) => one.number === number);
  return [thing?.state, thing?.person?.name];
};
const listMine = async (by: TestActor) =>
  (await by.call('GET', '/lending/things')).json().filter(({ isMine }: { isMine: boolean }) => isMine);
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

test('an event that lends nothing knows none of it', async () => {
  const { lending } = site.services.event;
  expect((await anonymous(site).call('GET', '/event')).json().lending).toEqual({ hours: 4 });
  site.services.event.lending = undefined;
  try {
    expect((await anonymous(site).call('GET', '/event')).json()).not.toHaveProperty('lending');
    expect(await scan('12', ada)).toBe('not_found');
    expect(await reserve(ada, '12')).toBe('not_found');
    expect((await vera.call('GET', '/lending/loans')).statusCode).toBe(404);
  } finally {
    site.services.event.lending = lending;
  }
});

test('a line that counts stands for as many things, each with a number of its own', async () => {
  const { lending } = site.services.event;
  site.services.event.lending = {
    ...lending!,
    things: ['12 × VR headset', '2x Cable', '3 Camera 3 x zoom', 'Soldering iron'],
  };
  try {
    const things: { number: string; name: string }[] = (await vera.call('GET', '/lending/loans')).json();
    expect(things).toHaveLength(16);
    expect(things.filter(({ name }) => name === 'VR headset').map(({ number }) => number)).toEqual(
      Array.from({ length: 12 }, (_, at) => `VH${at + 1}`),
    );
    expect(things.slice(12).map(({ number, name }) => [number, name])).toEqual([
      ['C1', 'Cable'],
      ['C2', 'Cable'],
      ['3', 'Camera 3 x zoom'],
      ['SI1', 'Soldering iron'],
    ]);
    expect([await scan('VH12', ada), await scan('VH11', eve), await scan('VH13', eve)]).toEqual([
      200,
      200,
      'unknown_thing',
    ]);
    expect([await find('VH12'), await find('VH1')]).toEqual([
      ['lent', 'Ada Lovelace'],
      ['free', undefined],
    ]);
  } finally {
    site.services.event.lending = lending;
  }
});

test('what is lent while it is taken off the list stays listed until it comes back', async () => {
  const { event } = site.services;
  expect(await scan('13', ada)).toBe(200);
  site.services.event = { ...event, lending: { ...event.lending!, things: ['12 VR headset'] } };
  try {
    expect(await find('13')).toEqual(['lent', 'Ada Lovelace']);
    expect(await listMine(ada)).toMatchObject([{ number: '13', state: 'lent' }]);
    expect((await eve.call('GET', '/lending/things')).json()).toMatchObject([{ number: '12' }]);
    expect([await scan('13', eve), await reserve(eve, '13')]).toEqual(['unknown_thing', 'unknown_thing']);
    expect(await scan('13')).toBe(200);
    expect(await find('13')).toEqual([undefined, undefined]);
    expect(await scan('13')).toBe('unknown_thing');
  } finally {
    site.services.event = event;
  }
});

test('a reservation ends with the approval of whoever made it', async () => {
  expect(await reserve(ada, '12')).toBe(200);
  expect((await ada.call('POST', '/applications/withdraw')).statusCode).toBe(200);
  expect(await find('12')).toEqual(['free', undefined]);
});

test('a thing is reserved, handed out by a pass, and taken in', async () => {
  expect(await reserve(ada, '12')).toBe(200);
  expect(await reserve(eve, '12')).toBe('thing_reserved');
  expect(await scan('12', eve)).toBe('thing_reserved');
  expect(await find('12')).toEqual(['reserved', 'Ada Lovelace']);
  expect(await listMine(ada)).toMatchObject([{ number: '12', name: 'VR headset', state: 'reserved' }]);
  expect(JSON.stringify((await eve.call('GET', '/lending/things')).json())).not.toContain('Ada');

  const pass = passToken(site.services, { id: ada.id, passVersion: 1 });
  expect(await scan('12', ada, { pass: 'forged' })).toBe('invalid_pass');
  expect(await scan('12', ada, { pass })).toBe(200);
  expect(await find('12')).toEqual(['lent', 'Ada Lovelace']);
  const [loan] = await listMine(ada);
  expect(Math.round((Date.parse(loan.until) - site.services.now().getTime()) / hour)).toBe(4);
  expect([await scan('12', eve), await reserve(eve, '12')]).toEqual(['thing_lent', 'thing_lent']);
  expect([await scan('12'), await scan('12')]).toEqual([200, 200]);
  expect(await find('12')).toEqual(['free', undefined]);
  expect(await scan('99', ada)).toBe('unknown_thing');
  expect(await scan('13', await signUp(site))).toBe('not_approved');
});

test('one reservation each, for half an hour', async () => {
  expect([await reserve(ada, '12'), await reserve(ada, 'C1')]).toEqual([200, 200]);
  expect(await find('12')).toEqual(['free', undefined]);
  site.advance(31 * 60_000);
  expect(await find('C1')).toEqual(['free', undefined]);
  expect(await reserve(eve, 'C1')).toBe(200);
  await eve.call('DELETE', '/lending/reservations/C1');
  expect(await find('C1')).toEqual(['free', undefined]);
  site.advance(-31 * 60_000);
});

test('what stations did without a network counts by its time, in whatever order it arrives, once', async () => {
  const id = crypto.randomUUID();
  // Ada had it, it was returned, and Eve has it; the first report arrives last.
  await scan('12', eve, { at: ago(60_000) }, id);
  await scan('12', eve, { at: ago(60_000) }, id);
  await scan('12', undefined, { at: ago(120_000) });
  await scan('12', ada, { at: ago(180_000) });
  expect(await find('12')).toEqual(['lent', 'Eve Early']);
  // Passed on without a scan in between: the person last seen with it has it, and nobody else.
  await scan('12', ada, { at: ago(30_000) });
  expect(await find('12')).toEqual(['lent', 'Ada Lovelace']);
  expect([await listMine(eve), (await listMine(ada)).length]).toEqual([[], 1]);
  expect(await site.services.db.selectFrom('loan_scans').select('id').execute()).toHaveLength(4);
});

test('a borrower is reminded before the end, unless the thing is back', async () => {
  const id = crypto.randomUUID();
  await scan('12', ada, {}, id);
  const { rows } = await site.database.pool.query(
    `select payload, extract(epoch from run_at - now()) / 60 as minutes from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remind-borrower' and payload->>'id' = $1`,
    [id],
  );
  expect([rows.length, Math.round(rows[0].minutes)]).toEqual([1, 210]);
  const listMails = () =>
    site.services.db
      .selectFrom('mails')
      .where('recipient', 'in', [ada.email, eve.email])
      .select('subject')
      .execute();
  await remindBorrower(site.services, rows[0].payload);
  expect(await listMails()).toEqual([{ subject: 'Please bring back: VR headset 12' }]);
  await scan('12');
  await remindBorrower(site.services, rows[0].payload);
  // Eve has a reminder of her own, later.
  await scan('12', eve);
  await remindBorrower(site.services, rows[0].payload);
  expect(await listMails()).toHaveLength(1);
});

test('a lent thing of a deleted account stays lent until it comes back; labels lead to the thing', async () => {
  await scan('12', ada);
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(await find('12')).toEqual(['lent', undefined]);
  expect(await scan('12', eve)).toBe('thing_lent');
  const [lent] = await site.services.db.selectFrom('loan_scans').select('id').execute();
  await remindBorrower(site.services, { id: lent!.id, thing: '12' });
  await scan('12');
  expect(await find('12')).toEqual(['free', undefined]);
  const labels = (await (await signUpAdmin(site)).call('GET', '/lending/labels')).json();
  expect(labels[0]).toEqual({
    number: '12',
    name: 'VR headset',
    qrCode: expect.stringContaining('data:image'),
  });
});

test('things of a name have the photo that an organizer uploaded for them', async () => {
  const admin = await signUpAdmin(site);
  const { address } = (await sendEventFile(admin, await createTestPicture())).json();
  site.services.event.lending!.photos = [{ thing: 'VR headset', src: address }];
  const things: { photo?: string }[] = (await ada.call('GET', '/lending/things')).json();
  expect(things.map(({ photo }) => photo)).toEqual([address, address, undefined]);
  expect((await ada.call('GET', address)).statusCode).toBe(200);
});
