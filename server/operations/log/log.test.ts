import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import type { FailedMail, LogEntry } from '../../../contract/operations/log.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
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

  // A change of an approved name, which names both.
  await ada.call('PUT', '/users/me', { name: 'Countess Ada' });
  const approvals = (await listLog()).filter(({ action }) => action === 'application.approved');
  expect(approvals).toMatchObject([{ subject: 'Ada Lovelace', address: grace.email }]);
  expect((await grace.call('GET', `/applications/${_id}/history`)).body).toContain('Countess Ada');
  await grace.call('PUT', '/reviews/blind', { blind: true });
  const blind = JSON.stringify(await listLog());
  expect(blind).not.toContain('Ada');
  expect(blind).not.toContain(ada.email);
  expect(blind).not.toContain('Countess');
  expect(blind).toContain('Grace');
  expect((await grace.call('GET', '/mails/failed')).json()).toMatchObject({ code: 'export_blind' });
  await grace.call('PUT', '/reviews/blind', { blind: false });
});

test('the log is exported by kind, in pages that are invisible, and the export is in the log', async () => {
  const { exportedAtOnce } = limits.log;
  Object.assign(limits.log, { exportedAtOnce: 2 });
  const actions = Array.from({ length: 5 }, (_, at) => ({
    action: 'pass.renewed',
    subject: `p${at}`,
    detail: JSON.stringify({ reason: `reason ${at}` }),
  }));
  actions.push({ action: 'settings.saved', subject: 'event', detail: '{}' });
  await site.services.db
    .insertInto('audit')
    .values(actions.map((row) => ({ ...row, actor_id: grace.id })))
    .execute();
  expect(await listLog('?kind=settings')).toMatchObject([{ action: 'settings.saved', section: 'event' }]);
  const exported = await grace.call('GET', '/log/export?kind=check-in');
  Object.assign(limits.log, { exportedAtOnce });
  expect(exported.headers['content-disposition']).toBe('attachment; filename="log.csv"');
  const lines = exported.body.split('\r\n').filter(Boolean);
  expect(lines[0]).toBe('\uFEFF"At","By","Address","Action","To","Section","Reason","Checkpoint"');
  expect(
    lines.filter((line) => line.includes(`"Grace Hopper","${grace.email}","pass.renewed"`)),
  ).toHaveLength(5);
  expect(new Set(lines).size).toBe(lines.length);
  await vi.waitFor(async () =>
    expect(await listLog('?kind=downloads')).toMatchObject([{ action: 'log.exported', by: 'Grace Hopper' }]),
  );
  const ada = await signUp(site, { role: 'judging-lead' });
  expect((await ada.call('GET', '/log/export')).statusCode).toBe(403);
});

test('the log has the names of the time, the addresses, and every change of a name by staff and helpers', async () => {
  const hal = await signUp(site, { name: 'Hal Abelson', role: 'judging-lead' });
  const vera = await signUp(site, { name: 'Vera Rubin', role: 'volunteer' });
  await hal.call('PUT', '/judging/pause', { paused: false });
  const rename = (who: TestActor, name: string) => who.call('PUT', '/users/me', { name });
  await rename(hal, 'Grace Hopper');
  await rename(hal, 'Grace Hopper');
  await hal.call('PUT', '/judging/pause', { paused: true });
  await rename(hal, 'Alan Turing');
  await rename(vera, 'V. Rubin');
  const [nobody, unnamed] = [await signUp(site, { name: 'A Hacker' }), await signUp(site, { name: '' })];
  await rename(nobody, 'Another Hacker');
  await rename(unnamed, 'Ada');
  const own = (await listLog()).filter(
    ({ address }) => address && [hal, vera].some((one) => one.email === address),
  );
  expect(own.map(({ action, by, reason }) => [action, by, reason])).toEqual([
    ['name.changed', 'V. Rubin', 'formerly Vera Rubin'],
    ['name.changed', 'Alan Turing', 'formerly Grace Hopper'],
    ['judging.paused', 'Grace Hopper', null],
    ['name.changed', 'Grace Hopper', 'formerly Hal Abelson'],
    ['judging.resumed', 'Hal Abelson', null],
  ]);
  const exported = (await grace.call('GET', '/log/export?kind=judging')).body;
  expect(exported).toContain(`"Hal Abelson","${hal.email}","judging.resumed"`);
  expect(exported).toContain(`"Grace Hopper","${hal.email}","judging.paused"`);
  // The person's own export has the names; they go with the account.
  const namesOf = async (id: string) =>
    (
      await site.services.db.selectFrom('former_names').select('name').where('user_id', '=', id).execute()
    ).map(({ name }) => name);
  expect(await namesOf(hal.id)).toEqual(['Hal Abelson', 'Grace Hopper']);
  expect(await namesOf(unnamed.id)).toEqual([]);
  await nobody.call('DELETE', '/users/me');
  expect(await namesOf(nobody.id)).toEqual([]);
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

test('whoever has not said their name is in the log by their address', async () => {
  const nameless = await signUp(site, { name: '', role: 'admin' });
  await nameless.call('PUT', '/judging/pause', { paused: false });
  const [entry] = await listLog('?kind=judging');
  expect(entry?.by).toBe(nameless.email);
  await site.services.db
    .insertInto('audit')
    .values({ actor_id: grace.id, action: 'role.volunteer', subject: nameless.id, detail: '{}' })
    .execute();
  expect((await listLog('?kind=people'))[0]?.subject).toBe(nameless.email);
  const exported = await grace.call('GET', '/log/export?kind=judging');
  expect(exported.body).toContain(`"${nameless.email}","judging.`);
});

test('the log names the judge, and the prize whose winners were decided', async () => {
  const { accounts } = (await grace.call('POST', '/judging/judges/import', { list: 'Lise Meitner' })).json();
  await grace.call('DELETE', `/judging/judges/${accounts[0].username}`);
  const results = [
    'track:startup',
    'only:clozyt',
    'special:scamPrevention',
    'special:scamPrevention 7',
    'special:gone',
  ];
  for (const subject of results)
    await site.services.db
      .insertInto('audit')
      .values({ actor_id: grace.id, action: 'results.locked', subject, detail: '{}' })
      .execute();
  expect((await listLog('?kind=judging')).slice(0, 6).map(({ subject }) => subject)).toEqual([
    ...[null, 'Scam Prevention', 'Scam Prevention', 'Clozyt Track', 'Startup Track', 'Lise Meitner'],
  ]);
  expect((await grace.call('GET', '/log/export?kind=judging')).body).toContain(
    '"results.locked","Startup Track"',
  );
});
