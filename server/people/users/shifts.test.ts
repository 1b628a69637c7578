import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Volunteer } from '../../../contract/people/volunteers.ts';
import { applyRetention } from '../../operations/retention/retention.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { endpoints } from '../../testing/calls.ts';
import { readQrImage } from '../../testing/qr-code.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

/** The code on the organizer's screen, for a shift of `hours`. */
async function showCode(hours = 8, settings = '&checkpoint=saturday-lunch&express=true') {
  const until = encodeURIComponent(new Date(site.services.now().getTime() + hours * hour).toISOString());
  const answer = await grace.call('GET', `/volunteers/shift?until=${until}${settings}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const link = new URL(await readQrImage(answer.json().qrCode));
  return { ...answer.json(), link, code: link.hash.slice(1) } as {
    link: URL;
    code: string;
    until: string;
    expiresAt: string;
  };
}

function start(
  code: string,
  name: string,
  { by = anonymous(site), key = crypto.randomUUID() as string } = {},
) {
  return by.call('POST', '/volunteers/shift', { code, name }, { headers: { 'idempotency-key': key } });
}

/** A person who scanned a code. */
async function startedBy(name: string, key?: string, code?: string) {
  const answer = await start(code ?? (await showCode()).code, name, { key });
  expect(answer.statusCode, answer.body).toBe(200);
  const [cookie] = answer.cookies;
  return Object.assign(withCookie(site, `${cookie!.name}=${cookie!.value}`), { id: answer.json().user._id });
}

const listShifts = async (): Promise<Volunteer[]> => (await grace.call('GET', '/volunteers')).json();
const isSignedIn = async (actor: TestActor) => (await actor.call('GET', '/auth/user')).json().success;

test('whoever scans the code and says a name checks people in under it, and may do what a volunteer may', async () => {
  const { link, code, until } = await showCode();
  expect(link.href).toMatch(/\/shift#saturday-lunch\.1\./);
  const answer = await start(code, '  Vera   Rubin ');
  expect(answer.json()).toMatchObject({
    user: { name: 'Vera Rubin', email: '', role: 'volunteer', qrCode: null },
    station: { checkpoint: 'saturday-lunch', express: true },
  });
  const vera = await startedBy('Vera Rubin', undefined, code);
  const ada = await createAttendee(site, { name: 'Ada Lovelace' });
  const sent = { userId: ada.id, checkpoint: 'saturday-lunch' };
  expect((await vera.call('POST', '/applications/check-in', sent)).statusCode).toBe(200);
  const again = await grace.call('POST', '/check-ins/read', sent);
  expect(again.json().checkedInBy).toBe('Vera Rubin');
  expect((await listShifts()).find(({ _id }) => _id === vera.id)).toMatchObject({
    name: 'Vera Rubin',
    email: null,
    shift: { checkpoint: 'saturday-lunch', until },
    lastScanAt: expect.stringMatching(/Z$/),
  });
  for (const { method, path, access } of endpoints) {
    if (access !== 'admin' && access !== 'hacker') continue;
    const address = path.replace(/:\w+/g, () => crypto.randomUUID());
    const refused = await vera.call(method, address, method === 'GET' ? undefined : {});
    expect(`${method} ${path} ${refused.statusCode}`).toBe(`${method} ${path} 403`);
  }
});

test('a code works for two minutes, for many, and not when one of its characters is another', async () => {
  const { code, expiresAt } = await showCode();
  expect(Math.abs(Date.parse(expiresAt) - site.services.now().getTime() - 2 * minute)).toBeLessThan(20_000);
  for (let at = 0; at < code.length; at += 1) {
    const other = code[at] === '0' ? '1' : '0';
    const changed = await start(code.slice(0, at) + other + code.slice(at + 1), 'Eve');
    expect([at, changed.json().code]).toEqual([at, 'shift_code_ended']);
  }
  for (const wrong of ['', '.', 'x'.repeat(300), '\ud800'])
    expect((await start(wrong, 'Eve')).statusCode).toBe(400);
  // A busy machine takes its time for so many.
  site.advance(Date.parse(expiresAt) - site.services.now().getTime() - 20_000);
  const many = await Promise.all(Array.from({ length: 20 }, (_, at) => start(code, `Volunteer ${at}`)));
  expect(many.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  site.advance(20_000);
  expect((await start(code, 'Late Larry')).json().code).toBe('shift_code_ended');
});

test('a repeat and a later code continue the same volunteer of this device; another name is somebody else', async () => {
  const key = crypto.randomUUID();
  const { code } = await showCode();
  const [first, repeated] = await Promise.all([startedBy('Nora', key, code), startedBy('Nora', key, code)]);
  expect(repeated.id).toBe(first.id);
  expect(first.id).not.toBe(key);
  expect((await startedBy('Nils', key, code)).id).not.toBe(first.id);
  expect((await listShifts()).filter(({ name }) => name === 'Nora')).toHaveLength(1);
  await grace.call('DELETE', `/volunteers/${first.id}`);
  expect(await isSignedIn(first)).toBe(false);
  const later = await startedBy('Nora', key);
  expect(later.id).toBe(first.id);
  expect(await isSignedIn(later)).toBe(true);
});

test('a shift ends by itself, one by one and all at once; emailed volunteers stay', async () => {
  const invited = await signUp(site, { role: 'volunteer' });
  const short = await startedBy('Sally', undefined, (await showCode(1)).code);
  const [one, other] = [await startedBy('Una'), await startedBy('Otto')];
  site.advance(hour - 2 * minute);
  expect(await isSignedIn(short)).toBe(true);
  site.advance(2 * minute);
  expect(await isSignedIn(short)).toBe(false);
  expect((await listShifts()).some(({ _id }) => _id === short.id)).toBe(false);
  expect((await grace.call('DELETE', `/volunteers/${one.id}`)).statusCode).toBe(200);
  expect((await grace.call('DELETE', `/volunteers/${one.id}`)).statusCode).toBe(404);
  expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
  expect((await grace.call('DELETE', '/volunteers/shifts')).statusCode).toBe(200);
  expect([await isSignedIn(other), await isSignedIn(invited)]).toEqual([false, true]);
  expect((await listShifts()).filter(({ shift }) => shift)).toEqual([]);
  const { rows } = await site.database.pool.query(
    "select actor_id from audit where action = 'shift.ended' and subject = $1",
    [other.id],
  );
  expect(rows).toEqual([{ actor_id: grace.id }]);
});

test('with the shifts, the code that is shown ends, and so it does with the shift of one', async () => {
  for (const end of [
    async () => '/volunteers/shifts',
    async (code: string) => `/volunteers/${(await startedBy('Eve', undefined, code)).id}`,
  ]) {
    const { code } = await showCode();
    const address = await end(code);
    expect((await grace.call('DELETE', address)).statusCode).toBe(200);
    expect((await start(code, 'Eve')).json().code).toBe('shift_code_ended');
    expect((await start(code, 'Mallory')).json().code).toBe('shift_code_ended');
    expect((await start((await showCode()).code, 'Nora')).statusCode).toBe(200);
  }
  expect((await listShifts()).filter(({ name }) => name === 'Eve' || name === 'Mallory')).toEqual([]);
});

test('a shift lasts a day at most, and not beyond the end of the event', async () => {
  const at = site.services.now().getTime();
  expect(Date.parse((await showCode(400)).until) - at).toBeLessThanOrEqual(day + minute);
  const ends = new Date(at + 3 * hour);
  const { event } = site.services;
  const [date, start] = [ends.toISOString().slice(0, 10), ends.toISOString().slice(11, 16)];
  site.services.event = {
    ...event,
    timezone: 'UTC',
    schedule: [{ date, title: 'Today', items: [{ time: start, start, title: 'the end', lines: [] }] }],
  };
  expect((await showCode(8)).until).toBe(`${date}T${start}:00.000Z`);
  site.services.event = event;
  const past = encodeURIComponent(new Date(at - hour).toISOString());
  const over = await grace.call('GET', `/volunteers/shift?until=${past}&express=false`);
  expect(over.json().code).toBe('shift_over');
  const nowhere = `/volunteers/shift?until=${past}&express=false&checkpoint=roof`;
  expect((await grace.call('GET', nowhere)).json().code).toBe('unknown_checkpoint');
});

test('volunteers and organizers with an account keep it; whoever takes part is refused', async () => {
  const { code } = await showCode();
  const invited = await signUp(site, { role: 'volunteer' });
  for (const by of [invited, grace]) {
    const answer = await start(code, 'Somebody', { by });
    expect([answer.json().user._id, answer.cookies]).toEqual([by.id, []]);
  }
  const guest = await createAttendee(site);
  expect((await start(code, 'Somebody', { by: guest })).json().code).toBe('volunteer_applied');
  expect((await start(code, ' ')).json().fields).toEqual({ name: 'is missing' });
});

test('the account of a shift goes with those of the participants; what it checked in stays, by nobody', async () => {
  const vera = await startedBy('Vera Rubin');
  const ada = await createAttendee(site);
  await vera.call('POST', '/applications/check-in', { userId: ada.id });
  const exported = await vera.call('GET', '/users/me/export');
  expect(exported.rawPayload.length).toBeGreaterThan(0);
  site.advance(2 * 365 * day);
  await applyRetention(site.services);
  const { rows } = await site.database.pool.query('select id from users where id = any($1)', [
    [vera.id, ada.id, grace.id],
  ]);
  expect(rows).toEqual([{ id: grace.id }]);
});
