import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { sendDueAnnouncements } from './announcements.service.ts';
import { emailAnnouncements } from './email-announcements.service.ts';

let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterEach(() => site.close());

const lunch = { subject: 'Lunch', text: 'At noon.', segment: {}, email: true, aboutPlace: false };
const create = (actor: TestActor, more: object = {}, key: string = crypto.randomUUID()) =>
  actor.call('POST', '/announcements', { ...lunch, ...more }, { headers: { 'idempotency-key': key } });
const list = async () => (await grace.call('GET', '/announcements')).json();
const read = async (actor: TestActor) => (await actor.call('GET', '/announcements/mine')).json();
const listMails = ({ services: { db } }: TestApp) =>
  db.selectFrom('mails').select(['id', 'user_id', 'sent_at']).where('subject', '=', 'Lunch').execute();

async function createPeople(at: TestApp, count: number): Promise<TestActor[]> {
  const people: TestActor[] = [];
  for (let n = 1; n <= count; n += 1) people.push(await signUp(at, { name: `Person ${n}` }));
  for (const person of people) await createApplicant(at, person);
  return people;
}

test('a stopped announcement leaves the pages; of its emails those that wait are not sent', async () => {
  const [ada, bob] = (await createPeople(site, 2)) as [TestActor, TestActor];
  const { _id } = (await create(grace)).json();
  await emailAnnouncements(site.services);
  const [first, second] = await listMails(site);
  await deliverMail(site.services, { mailId: first!.id });
  // Somebody who applies later is no receiver: the job has nothing more to write.
  const stop = () => grace.call('POST', `/announcements/${_id}/stop`);
  expect((await stop()).statusCode).toBe(200);
  expect((await stop()).statusCode).toBe(200);
  await emailAnnouncements(site.services);
  await deliverMail(site.services, { mailId: second!.id });
  expect(await listMails(site)).toEqual([{ ...first, sent_at: expect.any(Date) }]);
  expect([await read(ada), await read(bob)]).toEqual([[], []]);
  const [stopped] = await list();
  expect(stopped).toMatchObject({
    _id,
    stoppedAt: expect.any(String),
    counts: { sent: 1, stopped: 1, waiting: 0 },
  });
  const receivers = (await grace.call('GET', `/announcements/${_id}/receivers`)).json();
  expect(receivers.map(({ state }: { state: string }) => state).toSorted()).toEqual(['sent', 'stopped']);
  const { rows } = await site.database.pool.query(
    "select actor_id from audit where action = 'announcement.stopped'",
  );
  expect(rows[0]).toEqual({ actor_id: grace.id });
});

test('before the emails are written none is, and one that waits is canceled, not stopped', async () => {
  await createPeople(site, 2);
  const { _id } = (await create(grace)).json();
  await grace.call('POST', `/announcements/${_id}/stop`);
  await emailAnnouncements(site.services);
  expect(await listMails(site)).toEqual([]);
  const later = (await create(grace, { undoable: true })).json();
  expect((await grace.call('POST', `/announcements/${later._id}/stop`)).statusCode).toBe(404);
  expect((await grace.call('POST', `/announcements/${crypto.randomUUID()}/stop`)).statusCode).toBe(404);
});

test('one that can be undone waits for a minute; without the field it goes out at once', async () => {
  expect((await create(grace, { undoable: true })).json().code).toBe('no_receivers');
  const [ada] = (await createPeople(site, 1)) as [TestActor];
  const key = crypto.randomUUID();
  const waiting = (await create(grace, { undoable: true }, key)).json();
  expect(Date.parse(waiting.sendAt) - site.services.now().getTime()).toBeGreaterThan(50_000);
  site.advance(10_000);
  // A repeat is the same one, although a minute from now is another moment.
  expect((await create(grace, { undoable: true }, key)).json()).toEqual(waiting);
  expect((await create(grace, {}, key)).json().code).toBe('idempotency_mismatch');
  expect((await grace.call('DELETE', `/announcements/${waiting._id}`)).statusCode).toBe(200);
  site.advance(60_000);
  await sendDueAnnouncements(site.services);
  expect([await read(ada), await list()]).toEqual([[], []]);
  await create(grace, { undoable: true });
  await sendDueAnnouncements(site.services);
  expect(await read(ada)).toEqual([]);
  site.advance(60_000);
  await sendDueAnnouncements(site.services);
  expect(await read(ada)).toMatchObject([{ subject: 'Lunch' }]);
  expect((await create(grace)).json()).toMatchObject({ sendAt: null, counts: { receivers: 1 } });
});
