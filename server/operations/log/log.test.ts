import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FailedMail, LogEntry } from '../../../contract/operations/log.ts';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

const listLog = async (query = '') => (await grace.call('GET', `/log${query}`)).json<LogEntry[]>();

test('the log says who did what to whom, newest first, by kind and page by page', async () => {
  const ada = await createAttendee(site, { name: 'Ada Lovelace', status: 'pending' });
  const [{ _id }] = (await grace.call('GET', '/applications')).json();
  await grace.call('PUT', `/applications/${_id}`, { status: 'approved' });
  await grace.call('PUT', '/judging/pause', { paused: true });
  await ada.call('PUT', '/judging/pause', { paused: true });

  const log = await listLog();
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['judging.paused', 'application.approved']),
  );
  expect(log.map((entry) => entry._id)).toEqual(log.map((entry) => entry._id).sort((a, b) => b - a));
  expect(await listLog('?kind=applications')).toMatchObject([
    { action: 'application.approved', by: 'Grace Hopper', subject: 'Ada Lovelace', application: _id },
  ]);
  expect(await listLog('?kind=refused')).toMatchObject([{ action: 'access.refused', by: 'Ada Lovelace' }]);
  expect(await listLog(`?before=${log[0]?._id}`)).toEqual(log.slice(1));
  expect((await grace.call('GET', '/log?kind=nothing')).statusCode).toBe(400);

  await grace.call('PUT', '/reviews/blind', { blind: true });
  const blind = JSON.stringify(await listLog());
  expect(blind).not.toContain('Ada');
  expect(blind).toContain('Grace');
  expect((await grace.call('GET', '/mails/failed')).json()).toMatchObject({ code: 'export_blind' });
  await grace.call('PUT', '/reviews/blind', { blind: false });
});

test('emails that were given up are listed with the reason, and are sent again', async () => {
  const { id } = await site.services.db
    .insertInto('mails')
    .values({
      ...{ recipient: 'alan@example.org', subject: 'Your pass', text: 'Pass', html: 'Pass', user_id: null },
      ...{ failed_at: new Date(), failure: '550 no such mailbox' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const listFailed = async () => (await grace.call('GET', '/mails/failed')).json<FailedMail[]>();
  expect(await listFailed()).toMatchObject([
    { _id: id, recipient: 'alan@example.org', failure: '550 no such mailbox' },
  ]);
  const retry = () => grace.call('POST', '/mails/failed', { ids: [id] });
  expect((await retry()).json()).toEqual({ success: true, queued: 1 });
  expect((await retry()).json()).toEqual({ success: true, queued: 0 });
  expect(await listFailed()).toEqual([]);
});
