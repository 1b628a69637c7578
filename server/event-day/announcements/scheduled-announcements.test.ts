import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Announcement } from '../../../contract/event-day/announcements.ts';
import { applyRetention } from '../../operations/retention/retention.service.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { sendDueAnnouncements } from './announcements.service.ts';

const hour = 3_600_000;
let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterEach(() => site.close());

const dinner = { subject: 'Dinner', text: 'At eight.', segment: {}, email: true, aboutPlace: false };
const inHours = (hours: number) => new Date(site.services.now().getTime() + hours * hour).toISOString();

async function write(sendAt: string, key: string = crypto.randomUUID()): Promise<Announcement> {
  const headers = { 'idempotency-key': key };
  const answer = await grace.call('POST', '/announcements', { ...dinner, sendAt }, { headers });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const list = async (): Promise<Announcement[]> => (await grace.call('GET', '/announcements')).json();
const cancel = ({ _id }: Announcement) => grace.call('DELETE', `/announcements/${_id}`);
const runJob = () => sendDueAnnouncements(site.services);

async function applicant(name: string) {
  const actor = await signUp(site, { name });
  await createApplicant(site, actor);
  return actor;
}
const read = async (actor: TestActor) => (await actor.call('GET', '/announcements/mine')).json();

test('it waits until its time, and goes once to whoever is there then', async () => {
  const ada = await applicant('Ada Lovelace');
  const key = crypto.randomUUID();
  const sendAt = inHours(2);
  const written = await write(sendAt, key);
  expect(written).toMatchObject({ sendAt, counts: { receivers: 0 } });
  expect(await write(sendAt, key)).toEqual(written);
  const other = { ...dinner, sendAt: inHours(3) };
  const mismatch = await grace.call('POST', '/announcements', other, { headers: { 'idempotency-key': key } });
  expect(mismatch.json().code).toBe('idempotency_mismatch');
  await runJob();
  expect(await read(ada)).toEqual([]);
  const alan = await applicant('Alan Turing');
  site.advance(2 * hour);
  // As many instances of the program as there are, and a kill before the last.
  await Promise.all([runJob(), runJob(), runJob()]);
  await runJob();
  for (const actor of [ada, alan]) expect(await read(actor)).toMatchObject([{ subject: 'Dinner' }]);
  const [sent, ...more] = await list();
  expect([sent, more]).toMatchObject([
    { _id: written._id, sendAt: null, counts: { receivers: 2, waiting: 2 } },
    [],
  ]);
  const { rows } = await site.database.pool.query(
    "select action, actor_id from audit where action like 'announcement.%' order by id",
  );
  expect(rows).toEqual([
    { action: 'announcement.scheduled', actor_id: grace.id },
    { action: 'announcement.sent', actor_id: grace.id },
  ]);
});

test('a time that has passed, or is far away, is refused and nobody gets anything', async () => {
  const ada = await applicant('Ada Lovelace');
  const send = async (sendAt: string, key: string = crypto.randomUUID()) =>
    (
      await grace.call(
        'POST',
        '/announcements',
        { ...dinner, sendAt },
        { headers: { 'idempotency-key': key } },
      )
    ).json();
  for (const [sendAt, problem] of [
    [inHours(-1), 'has passed'],
    [inHours(0), 'has passed'],
    ['0007-09-20T20:00:00Z', 'has passed'],
    [inHours(367 * 24), 'is more than a year away'],
  ] as const)
    expect(await send(sendAt)).toMatchObject({ code: 'invalid_input', fields: { sendAt: problem } });
  await runJob();
  expect([await read(ada), await list()]).toEqual([[], []]);
  // A repeat of one that was taken is answered when its time has passed, too.
  const [key, sendAt] = [crypto.randomUUID(), inHours(1)];
  const written = await write(sendAt, key);
  site.advance(2 * hour);
  expect(await send(sendAt, key)).toMatchObject({ _id: written._id });
});

test('one to more people than a statement inserts reaches each of them once', async () => {
  await site.database.pool.query(
    `insert into users (email, email_verified, name)
      select 'p' || n || '@example.org', true, 'Person ' || n from generate_series(1, 4001) as n`,
  );
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const sent = await grace.call('POST', '/announcements', { ...dinner, email: false }, { headers });
  expect(sent.json().counts.receivers).toBe(4001);
});

test('what waits stands first', async () => {
  await applicant('Ada Lovelace');
  const later = await write(inHours(5));
  const now = (
    await grace.call('POST', '/announcements', dinner, {
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  ).json();
  expect(now).toMatchObject({ sendAt: null, counts: { receivers: 1 } });
  expect((await list()).map(({ _id }) => _id)).toEqual([later._id, now._id]);
});

test('it is canceled until it is sent, and is one or the other', async () => {
  const ada = await applicant('Ada Lovelace');
  const first = await write(inHours(1));
  expect((await cancel(first)).statusCode).toBe(200);
  expect((await cancel(first)).statusCode).toBe(404);
  for (let round = 0; round < 5; round += 1) {
    const written = await write(inHours(1));
    site.advance(hour);
    const [canceled] = await Promise.all([cancel(written), runJob(), runJob()]);
    const found = (await read(ada)).some(({ _id }: { _id: string }) => _id === written._id);
    expect([canceled.statusCode, canceled.json().code, found]).toEqual(
      canceled.statusCode === 200 ? [200, undefined, false] : [409, 'announcement_sent', true],
    );
  }
});

test('what waits is not deleted by age, and is sent without its writer', async () => {
  const ada = await applicant('Ada Lovelace');
  await write(inHours(200 * 24));
  await site.services.db.deleteFrom('users').where('id', '=', grace.id).execute();
  site.advance(199 * 24 * hour);
  await applyRetention(site.services);
  site.advance(2 * 24 * hour);
  await runJob();
  const received = await site.services.db.selectFrom('announcement_receivers').select('user_id').execute();
  expect(received).toEqual([{ user_id: ada.id }]);
});
