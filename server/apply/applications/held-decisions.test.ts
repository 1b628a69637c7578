import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { startListening } from '../../platform/live/listener.ts';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp({}, { event: { holdDecisions: true } });
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

async function applicant(status: 'pending' | 'approved' = 'pending') {
  const person = await createAttendee(site, { status });
  const { id } = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return { person, id };
}
const decide = (id: string, status: string) =>
  grace.call('PUT', `/applications/${id}`, { status, undoable: true });
const release = () => grace.call('POST', '/applications/release');
const mailsOf = async ({ id }: TestActor) =>
  (await site.services.db.selectFrom('mails').select('subject').where('user_id', '=', id).execute()).map(
    ({ subject }) => subject,
  );

/** The answers of all calls that a person can make about themselves, and what stations and badges show of them. */
async function readAll(person: TestActor, id: string) {
  const { call } = person;
  return {
    me: (await call('GET', '/applications/me')).json(),
    user: (await call('GET', '/auth/user')).json(),
    attendance: (await call('GET', `/attendance/user-attendance-status/${person.id}`)).json(),
    answer: (await call('PUT', '/attendance', { attending: true })).json().code,
    pass: (await call('POST', `/users/${person.id}/pass`)).json().code,
    apple: (await call('GET', `/wallet/apple/${person.id}`)).json().code,
    google: (await call('GET', `/wallet/google/${person.id}`)).json().code,
    export: (await call('GET', '/users/me/export')).statusCode,
    calendar: (await call('GET', '/schedule.ics')).body.replace(/DTSTAMP:.*/g, ''),
    event: (await call('GET', '/event')).json(),
    teams: (await call('GET', '/teams/search?query=a')).json(),
    badges: (await grace.call('POST', '/badges', { ids: [id] })).json(),
    found: (await grace.call('GET', `/applications/search?term=${person.email}&status=approved`)).json(),
    admitted: (await grace.call('POST', '/applications/check-in', { userId: person.id })).json().code,
  };
}

test('until the release everything that an applicant is shown says pending; organizers see the decision', async () => {
  for (const status of ['approved', 'rejected'] as const) {
    const { person, id } = await applicant();
    const before = await readAll(person, id);
    expect(before.me.data.status).toBe('pending');
    const decided = (await decide(id, status)).json<Application>();
    expect(decided).toMatchObject({ status, held: true, reviewedAt: expect.any(String) });
    expect(await readAll(person, id)).toEqual(before);
    expect(await mailsOf(person)).toEqual([]);
    const listed = (await grace.call('GET', `/applications?status=${status}`)).json<Application[]>();
    expect(listed.find(({ _id }) => _id === id)).toMatchObject({ status, held: true });
    const pending = (await grace.call('GET', '/applications?status=pending')).json<Application[]>();
    expect(pending.map(({ _id }) => _id)).not.toContain(id);
    const statistics = (await grace.call('GET', '/applications/statistics')).json();
    expect(statistics.days.some((day: Record<string, number>) => day[status]! > 0)).toBe(true);
    // Until they are notified, a person can change everything that a pending applicant can.
    expect((await person.call('PUT', '/applications/track', { track: 'Clozyt Track' })).statusCode).toBe(200);
  }
  expect((await grace.call('GET', '/applications/counts')).json()).toEqual({
    all: 2,
    pending: 0,
    approved: 1,
    rejected: 1,
    held: 2,
    holding: true,
  });
});

test('the personal export holds nothing of a held decision', async () => {
  const { person, id } = await applicant();
  const read = async () => {
    const { rawPayload } = await person.call('GET', '/users/me/export');
    return JSON.parse(String(unzip(rawPayload).get('about-me.json')));
  };
  const { exportedAt: _, sessions: __, ...before } = await read();
  await decide(id, 'approved');
  const { exportedAt: ___, sessions: ____, ...after } = await read();
  expect(after).toEqual(before);
});

test('no live event reaches the applicant before the release, and one does at it', async () => {
  const { person, id } = await applicant();
  const listening = startListening(site.services, site.database.connection);
  await listening.ready;
  const origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openEventStream(origin, person);
  await decide(id, 'approved');
  await decide(id, 'rejected');
  await release();
  await stream.next('me');
  // Events arrive in order: the decisions before it sent none.
  expect(stream.heard.filter((name) => name === 'me')).toHaveLength(1);
  stream.stop();
  await listening.stop();
});

test('one release shows everything, mails each once, and a repeat does nothing', async () => {
  const [ada, bob] = [await applicant(), await applicant()];
  await decide(ada.id, 'approved');
  await decide(bob.id, 'rejected');
  for (const actor of [ada.person, anonymous(site)])
    expect((await actor.call('POST', '/applications/release')).statusCode).not.toBe(200);
  const answers = await Promise.all([release(), release(), release()]);
  const released = answers.map((answer) => answer.json().released as number);
  expect(released.filter((count) => count > 0)).toHaveLength(1);
  const status = async ({ person }: typeof ada) =>
    (await person.call('GET', '/applications/me')).json<{ data: Application }>().data.status;
  expect([await status(ada), await status(bob)]).toEqual(['approved', 'rejected']);
  expect([await mailsOf(ada.person), await mailsOf(bob.person)]).toEqual([
    ['You are in: Overnight 2025'],
    ['Your application to Overnight 2025'],
  ]);
  expect((await release()).json()).toEqual({ released: 0, stillHeld: 0 });
  expect((await grace.call('GET', '/applications/counts')).json()).toMatchObject({ held: 0 });
  expect((await grace.call('POST', `/applications/${ada.id}/undo`, { status: 'approved' })).json().code).toBe(
    'decision_final',
  );
  const history = (await grace.call('GET', `/applications/${ada.id}/history`)).json<{ action: string }[]>();
  expect(history.map(({ action }) => action)).toEqual(['application.approved', 'application.released']);
});

test('a held decision is undone and changed like any other', async () => {
  const { person, id } = await applicant('approved');
  await decide(id, 'rejected');
  expect((await person.call('GET', '/applications/me')).json().data.status).toBe('approved');
  // The status that applicants see says nothing about held decisions.
  expect((await decide(id, 'approved')).json()).not.toHaveProperty('held');
  const undone = await grace.call('POST', `/applications/${id}/undo`, { status: 'approved' });
  expect(undone.json()).toMatchObject({ status: 'rejected', held: true });
  expect((await release()).json()).toEqual({ released: 1, stillHeld: 0, rejected: 1 });
  expect((await person.call('GET', '/applications/me')).json().data.status).toBe('rejected');
});

test('somebody who is checked in before the release is not rejected by it', async () => {
  const { person, id } = await applicant('approved');
  await decide(id, 'rejected');
  expect((await grace.call('POST', '/applications/check-in', { userId: person.id })).statusCode).toBe(200);
  expect((await release()).json()).toEqual({ released: 0, stillHeld: 1 });
  expect((await person.call('GET', '/applications/me')).json().data.status).toBe('approved');
  expect((await decide(id, 'approved')).statusCode).toBe(200);
  expect((await release()).json()).toEqual({ released: 0, stillHeld: 0 });
});
