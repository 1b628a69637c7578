import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { jobHandlers } from '../../operations/background-jobs.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { startJobs } from '../../platform/jobs/worker.ts';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

async function applicant(status: 'pending' | 'approved' | 'rejected' = 'pending', attending = false) {
  const person = await createAttendee(site, { status, attending });
  const { id } = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return { person, id };
}
const decide = (id: string, status: string, more: object = { undoable: true }) =>
  grace.call('PUT', `/applications/${id}`, { status, ...more });
const undo = (id: string, status: string) => grace.call('POST', `/applications/${id}/undo`, { status });
const mine = async ({ call }: TestActor) =>
  (await call('GET', '/applications/me')).json<{ data: Application }>().data;
const mailsOf = ({ id }: TestActor) =>
  site.services.db
    .selectFrom('mails')
    .select(['id', 'subject', 'sent_at'])
    .where('user_id', '=', id)
    .execute();
const jobsIn = async () => {
  const { rows } = await site.database.pool.query(
    "select payload->>'mailId' as mail, extract(epoch from run_at - now())::float as seconds from graphile_worker._private_jobs",
  );
  return rows as { mail: string; seconds: number }[];
};

test('the email of an undoable decision waits for 60 s, and of another for nothing', async () => {
  const { person, id } = await applicant();
  const answer = (await decide(id, 'approved')).json<Application>();
  const left = Date.parse(String(answer.undoUntil)) - Date.now();
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);
  // The dashboard shows it at once; only the email is delayed.
  expect((await mine(person)).status).toBe('approved');
  expect(await mine(person)).not.toHaveProperty('undoUntil');
  const [mail] = await mailsOf(person);
  const [job] = (await jobsIn()).filter((one) => one.mail === mail?.id);
  expect(job?.seconds).toBeGreaterThan(50);
  const other = await applicant();
  await decide(other.id, 'approved', {});
  const [now] = await mailsOf(other.person);
  expect((await jobsIn()).find((one) => one.mail === now?.id)?.seconds).toBeLessThanOrEqual(0);
  expect((await undo(other.id, 'approved')).json().code).toBe('decision_final');
});

test('undoing takes status and email back, and leaves a trace for organizers', async () => {
  const { person, id } = await applicant();
  const before = await mine(person);
  await decide(id, 'approved');
  const answer = await undo(id, 'approved');
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'pending']);
  expect(answer.json()).not.toHaveProperty('undoUntil');
  expect([await mine(person), await mailsOf(person)]).toEqual([before, []]);
  const history = (await grace.call('GET', `/applications/${id}/history`)).json<{ action: string }[]>();
  expect(history.map(({ action }) => action)).toEqual(['application.approved', 'application.undone']);
  const again = await undo(id, 'approved');
  expect([again.statusCode, again.json().code]).toEqual([409, 'status_changed']);
});

test('a rejection that is undone gives the answer to “Will you come?” back', async () => {
  const { person, id } = await applicant('approved', true);
  await decide(id, 'rejected');
  expect((await mine(person)).attendanceConfirmed).toBe(false);
  await undo(id, 'rejected');
  expect(await mine(person)).toMatchObject({ status: 'approved', attendanceConfirmed: true });
});

test('an approval is not mailed to somebody who has declined by then, and can still be undone', async () => {
  const { person, id } = await applicant();
  await decide(id, 'approved');
  await person.call('PUT', '/attendance', { attending: false });
  expect(await mailsOf(person)).toEqual([]);
  expect((await undo(id, 'approved')).json().status).toBe('pending');
});

test('a decision that another one replaces sends no email, and is no longer undone', async () => {
  const { person, id } = await applicant();
  await decide(id, 'approved');
  await decide(id, 'rejected');
  expect((await mailsOf(person)).map(({ subject }) => subject)).toEqual([
    'Your application to Overnight 2025',
  ]);
  expect((await undo(id, 'approved')).json().code).toBe('status_changed');
  expect((await undo(id, 'rejected')).json().status).toBe('approved');
  expect(await mailsOf(person)).toEqual([]);
  expect((await undo(id, 'approved')).json().code).toBe('decision_final');
});

test('nothing is undone after its time, after its email, or for somebody checked in', async () => {
  const late = await applicant();
  await decide(late.id, 'approved');
  site.advance(61_000);
  expect((await undo(late.id, 'approved')).json().code).toBe('decision_final');
  site.advance(-61_000);
  const sent = await applicant();
  await decide(sent.id, 'approved');
  const [mail] = await mailsOf(sent.person);
  await deliverMail(site.services, { mailId: mail!.id });
  expect((await undo(sent.id, 'approved')).json().code).toBe('decision_final');
  expect((await mine(sent.person)).status).toBe('approved');
  const inside = await applicant();
  await decide(inside.id, 'approved');
  await grace.call('POST', '/applications/check-in', { userId: inside.person.id });
  expect((await undo(inside.id, 'approved')).json().code).toBe('status_checked_in');
  expect(await mailsOf(inside.person)).toHaveLength(1);
  expect((await undo(crypto.randomUUID(), 'approved')).statusCode).toBe(404);
});

test('the program sends what stands after the wait, and nothing that was undone', async () => {
  const quick = await createTestApp({ decisionMailDelay: 2 });
  const admin = await signUpAdmin(quick);
  const [kept, undone] = [
    await createAttendee(quick, { status: 'pending' }),
    await createAttendee(quick, { status: 'pending' }),
  ];
  const rows = await quick.services.db.selectFrom('applications').select(['id', 'user_id']).execute();
  const idOf = ({ id }: TestActor) => rows.find((row) => row.user_id === id)?.id;
  for (const person of [kept, undone])
    await admin.call('PUT', `/applications/${idOf(person)}`, { status: 'approved', undoable: true });
  const jobs = await startJobs(quick.services, quick.database.pool, { handlers: jobHandlers });
  try {
    const answer = await admin.call('POST', `/applications/${idOf(undone)}/undo`, { status: 'approved' });
    expect(answer.statusCode).toBe(200);
    const outbox = path.join(quick.services.config.dataDir, 'outbox');
    await vi.waitFor(async () => expect(await readdir(outbox)).toHaveLength(1), { timeout: 20_000 });
    // The job of the canceled email has run, too, and done nothing.
    await vi.waitFor(
      async () =>
        expect((await quick.database.pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(
          0,
        ),
      { timeout: 20_000 },
    );
    const [file = '', ...others] = await readdir(outbox);
    expect(others).toEqual([]);
    expect(await readFile(path.join(outbox, file), 'utf8')).toContain(kept.email);
  } finally {
    await jobs.stop();
    await quick.close();
  }
});

test('a decision of a list that fails on our side is logged, and a refused one is not', async () => {
  const [failing, admitted] = [await applicant(), await applicant('approved')];
  const error = vi.spyOn(site.services.log, 'error');
  const decideAll = async (ids: string[]) =>
    (await grace.call('POST', '/applications/status', { ids, status: 'rejected' })).json();
  expect((await decideAll([crypto.randomUUID()])).failed).toMatchObject([{ code: 'not_found' }]);
  expect(error).not.toHaveBeenCalled();
  const { event } = site.services;
  Object.assign(site.services, { event: undefined });
  const { failed } = await decideAll([failing.id, admitted.id]);
  Object.assign(site.services, { event });
  expect(failed).toMatchObject([{ code: 'internal' }, { code: 'internal' }]);
  expect(error).toHaveBeenCalledTimes(2);
  expect(error.mock.calls[0]).toMatchObject([{ id: failing.id }, 'A decision failed']);
});
