import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { jobHandlers } from '../../operations/background-jobs.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf, createPdf } from '../../testing/pdf.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const idOf = async ({ id }: TestActor) => {
  const row = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.id;
};
const put = (actor: TestActor, id: string, status: string) =>
  actor.call('PUT', `/applications/${id}`, { status });
const emailSubjects = async ({ id }: TestActor) => {
  const rows = await site.services.db
    .selectFrom('mails')
    .select('subject')
    .where('user_id', '=', id)
    .execute();
  return rows.map((row) => row.subject);
};
const acts = async (id: string) => {
  const rows = await site.services.db
    .selectFrom('audit')
    .select(['actor_id', 'action', 'detail'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  return rows;
};

const calls: [Parameters<TestActor['call']>[0], string, object?][] = [
  ['GET', '/applications'],
  ['GET', '/applications/counts'],
  ['GET', '/applications/{id}'],
  ['PUT', '/applications/{id}', { status: 'approved' }],
  ['POST', '/applications/status', { ids: ['{id}'], status: 'approved' }],
];

test.each(calls)('%s %s is for organizers only', async (method, path, body) => {
  const owner = await createAttendee(site, { status: 'pending' });
  const id = await idOf(owner);
  const filled = (text: string) => text.replace('{id}', id);
  const sent = body && JSON.parse(filled(JSON.stringify(body)));
  expect((await anonymous(site).call(method, filled(path), sent)).statusCode).toBe(401);
  expect((await owner.call(method, filled(path), sent)).statusCode).toBe(403);
  expect((await grace.call(method, filled(path), sent)).statusCode).toBe(200);
});

test('an approval and a rejection are shown, audited and emailed', async () => {
  const ada = await createAttendee(site, { status: 'pending' });
  const id = await idOf(ada);
  const approved = await put(grace, id, 'approved');
  expect(approved.statusCode).toBe(200);
  expect(approved.json()).toMatchObject({
    _id: id,
    status: 'approved',
    reviewedAt: expect.any(String),
    can: {
      changeTrack: false,
      uploadDeck: false,
      answerAttendance: false,
      approve: false,
      reject: true,
      remove: true,
    },
  });
  expect((await put(grace, id, 'rejected')).json()).toMatchObject({
    status: 'rejected',
    can: { approve: true, reject: false },
  });
  expect(await emailSubjects(ada)).toEqual([
    'You are in: Overnight 2025',
    'Your application to Overnight 2025',
  ]);
  expect(await acts(id)).toEqual([
    { actor_id: grace.id, action: 'application.approved', detail: { from: 'pending' } },
    { actor_id: grace.id, action: 'application.rejected', detail: { from: 'approved' } },
  ]);
});

test('the same status again changes nothing and sends no email', async () => {
  const ada = await createAttendee(site, { status: 'pending' });
  const id = await idOf(ada);
  const first = (await put(grace, id, 'approved')).json<Application>();
  const again = await put(grace, id, 'approved');
  expect([again.statusCode, again.json()]).toEqual([200, first]);
  expect([(await emailSubjects(ada)).length, (await acts(id)).length]).toEqual([1, 1]);
});

test('a person without a verified address gets no email', async () => {
  const ada = await createAttendee(site, { status: 'pending' });
  await site.services.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', ada.id)
    .execute();
  expect((await put(grace, await idOf(ada), 'approved')).statusCode).toBe(200);
  expect(await emailSubjects(ada)).toEqual([]);
});

test('back to pending, other words and other keys are refused', async () => {
  const id = await idOf(await createAttendee(site));
  for (const body of [{ status: 'pending' }, { status: 'Approved' }, { status: 'rejected', track: 'x' }, {}])
    expect((await grace.call('PUT', `/applications/${id}`, body)).statusCode).toBe(400);
  expect((await put(grace, crypto.randomUUID(), 'approved')).statusCode).toBe(404);
  expect((await put(grace, 'nobody', 'approved')).statusCode).toBe(404);
});

test('somebody checked in cannot be rejected', async () => {
  const ada = await createAttendee(site);
  const id = await idOf(ada);
  expect((await grace.call('POST', '/applications/check-in', { userId: ada.id })).statusCode).toBe(200);
  const answer = await put(grace, id, 'rejected');
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'status_checked_in']);
  const shown = (await grace.call('GET', `/applications/${id}`)).json<Application>();
  expect(shown).toMatchObject({ status: 'approved', can: { reject: false } });
  expect(shown.checkedInAt).toEqual(expect.any(String));
});

test('somebody checked in at any checkpoint cannot be rejected, and the list says so', async () => {
  const ada = await createAttendee(site);
  const lunch = { userId: ada.id, checkpoint: 'saturday-lunch' };
  expect((await grace.call('POST', '/applications/check-in', lunch)).statusCode).toBe(200);
  const id = await idOf(ada);
  const read = (await grace.call('GET', `/applications/${id}`)).json<Application>();
  expect([read.checkedInAt, read.can.reject]).toEqual([null, false]);
  expect((await put(grace, id, 'rejected')).json().code).toBe('status_checked_in');
});

test('organizers see which documents have active content, and nobody else does', async () => {
  const [plain, active] = [await signUp(site), await signUp(site)];
  await submitForm(plain);
  await submitForm(
    active,
    { track: 'Startup Track' },
    {
      resume: createPdf(),
      pitchDeck: createGeneratedPdf('pdf-js-openaction'),
    },
  );
  const read = async (owner: TestActor) =>
    (await grace.call('GET', `/applications/${await idOf(owner)}`)).json<Application>().activeContent;
  expect([await read(plain), await read(active)]).toEqual([[], ['pitchDeck']]);
  const own = (await active.call('GET', '/applications/me')).json<{ data: Application }>().data;
  expect(own).not.toHaveProperty('activeContent');
});

test('a document that nobody had time to open counts as a warning, and is inspected again by a job', async () => {
  const { pdf, resumes } = site.services;
  const { inspect } = pdf;
  const [plain, active, broken] = [await signUp(site), await signUp(site), await signUp(site)];
  pdf.inspect = async () => undefined;
  await submitForm(plain);
  await submitForm(active, {}, { resume: createGeneratedPdf('pdf-js-openaction') });
  await submitForm(broken, {}, { resume: Buffer.from('%PDF-1.4\nnothing\n%%EOF\n') });
  pdf.inspect = inspect;
  const read = async (owner: TestActor) =>
    (await grace.call('GET', `/applications/${await idOf(owner)}`)).json<Application>().activeContent;
  const readAll = async () => [await read(plain), await read(active), await read(broken)];
  expect(await readAll()).toEqual([['resume'], ['resume'], ['resume']]);
  const { rows } = await site.database.pool.query<{ payload: Record<string, unknown> }>(
    `select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'inspect-file'`,
  );
  expect(rows).toHaveLength(3);
  // While there is still no time, the job fails and is tried again.
  const again = resumes.inspect;
  resumes.inspect = async () => undefined;
  const run = () =>
    Promise.all(rows.map(({ payload }) => jobHandlers['inspect-file']!(site.services, payload)));
  await expect(run()).rejects.toThrow('no time');
  resumes.inspect = again;
  await run();
  expect(await readAll()).toEqual([[], ['resume'], ['resume']]);
});

test('two organizers at once: the second sees what the first decided', async () => {
  const hedy = await signUpAdmin(site);
  const ada = await createAttendee(site, { status: 'pending' });
  const id = await idOf(ada);
  const decide = (actor: TestActor, status: string, from: string) =>
    actor.call('PUT', `/applications/${id}`, { status, from });
  const answers = await Promise.all([
    decide(grace, 'approved', 'pending'),
    decide(hedy, 'rejected', 'pending'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
  const { status } = (await grace.call('GET', `/applications/${id}`)).json<Application>();
  expect([refused.code, refused.message]).toEqual([
    'status_changed',
    `Someone else has changed this application. It is now ${status}.`,
  ]);
  expect([(await acts(id)).length, (await emailSubjects(ada)).length]).toEqual([1, 1]);
  // A repeated decision counts once; a decision on the current status is allowed.
  expect((await decide(hedy, status, 'pending')).statusCode).toBe(200);
  const other = status === 'approved' ? 'rejected' : 'approved';
  expect((await decide(hedy, other, status)).json().status).toBe(other);
  expect((await decide(hedy, status, 'open')).statusCode).toBe(400);
});

test('a rejection resets the attendance answer', async () => {
  const ada = await createAttendee(site, { attending: true });
  const id = await idOf(ada);
  expect((await put(grace, id, 'rejected')).json().attendanceConfirmed).toBe(false);
  expect((await put(grace, id, 'approved')).json().attendanceConfirmed).toBe(false);
  await ada.call('PUT', '/attendance', { attending: false });
  expect((await put(grace, id, 'rejected')).json()).not.toHaveProperty('attendanceDeclined');
  expect((await put(grace, id, 'approved')).json()).not.toHaveProperty('attendanceDeclined');
});

test('several at once: each on its own', async () => {
  const [ada, bob, eve] = await Promise.all([
    createAttendee(site, { status: 'pending' }),
    createAttendee(site, { status: 'rejected' }),
    createAttendee(site),
  ]);
  await grace.call('POST', '/applications/check-in', { userId: eve.id });
  const [a, b, c] = await Promise.all([ada, bob, eve].map(idOf));
  const unknown = crypto.randomUUID();
  const answer = await grace.call('POST', '/applications/status', {
    ids: [a, b, c, unknown, a],
    status: 'rejected',
  });
  expect(answer.json()).toEqual({
    changed: [a, b],
    failed: [
      {
        id: c,
        code: 'status_checked_in',
        message: 'This person is already checked in, so the application cannot be rejected.',
      },
      { id: unknown, code: 'not_found', message: 'Not found.' },
    ],
  });
  expect([await emailSubjects(ada), await emailSubjects(bob)]).toEqual([
    ['Your application to Overnight 2025'],
    [],
  ]);
});

test('fixed paths win over ids, for every role', async () => {
  const hacker = await signUp(site);
  expect((await hacker.call('GET', '/applications/me')).statusCode).toBe(404);
  expect((await grace.call('GET', '/applications/me')).statusCode).toBe(404);
  expect((await hacker.call('PUT', '/applications/track', { track: 'Hacker Track' })).statusCode).toBe(404);
  expect((await grace.call('PUT', '/applications/track', { track: 'Hacker Track' })).statusCode).toBe(403);
  expect((await grace.call('GET', '/applications/checked-in')).statusCode).toBe(200);
  expect((await grace.call('GET', '/applications/search?term=x&status=approved')).statusCode).toBe(200);
});
