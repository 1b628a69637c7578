import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQrImage } from '../platform/qr-image.ts';
import { createDeviceMark } from '../platform/sessions/device-marks.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { listJudges } from './judges.service.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

const signIn = async (username: string, password: string) =>
  (await anonymous(site).call('POST', '/judge/login', { username, password })).statusCode;
const score = (who: TestActor, teamNumber: number, key: string = crypto.randomUUID()) =>
  who.call('POST', '/scores', scoreBody({ team_number: teamNumber }), {
    headers: { 'idempotency-key': key },
  });
const progress = async () => (await grace.call('GET', '/judging/progress')).json();
const pause = (paused: boolean) => grace.call('PUT', '/judging/pause', { paused });

test('only organizers administer judging', async () => {
  for (const [who, status] of [
    [anonymous(site), 401],
    [await signInJudge(site), 401],
    [await signInReviewer(site), 401],
    [await signUp(site), 403],
    [await signUp(site, { role: 'volunteer' }), 403],
  ] as const) {
    expect((await who.call('GET', '/judging/progress')).statusCode).toBe(status);
    expect((await who.call('PUT', '/judging/pause', { paused: true })).statusCode).toBe(status);
    expect((await who.call('POST', '/judging/judges', { count: 1 })).statusCode).toBe(status);
  }
  expect((await progress()).paused).toBe(false);
});

test('created judges come with passwords and sign-in codes', async () => {
  const answer = await grace.call('POST', '/judging/judges', { count: 3 });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
  const { accounts } = answer.json();
  expect(accounts.map(({ username, name }: { username: string; name: string }) => [username, name])).toEqual([
    ['judge1', 'Judge 1'],
    ['judge2', 'Judge 2'],
    ['judge3', 'Judge 3'],
  ]);
  for (const { username, password, signInCode } of accounts) {
    const { config } = site.services;
    const device = createDeviceMark(config, 'judge', username);
    const opened = new URL(
      `/login#username=${username}&password=${password}&device=${device}`,
      config.publicUrl,
    );
    expect(signInCode).toBe(createQrImage(opened.href));
    expect(await signIn(username, password)).toBe(200);
  }
  expect(JSON.stringify(await progress())).not.toContain(accounts[0].password);
});

test.each([0, 101, 1.5, '3'])('%s judges are refused', async (count) => {
  expect((await grace.call('POST', '/judging/judges', { count })).statusCode).toBe(400);
});

test('a list of judges is imported as a whole or not at all', async () => {
  const listed = (list: string) => grace.call('POST', '/judging/judges/import', { list });
  const names = (await listed('Lise Meitner\nEmmy Noether\n')).json().accounts;
  expect(names.map(({ name }: { name: string }) => name)).toEqual(['Lise Meitner', 'Emmy Noether']);
  const [marie] = (await listed('track,name,username\nstartup,"Curie, Marie",marie\n')).json().accounts;
  expect([marie.username, marie.name]).toEqual(['marie', 'Curie, Marie']);
  expect((await progress()).judges.at(-1)).toMatchObject({ username: 'marie', track: 'startup' });
  // Two columns of a spreadsheet.
  await listed('Ida Noddack\tida@judges.example\nTikvah Alper\t');
  expect((await progress()).judges.slice(-2)).toMatchObject([
    { name: 'Ida Noddack', email: 'ida@judges.example' },
    { name: 'Tikvah Alper' },
  ]);
  const before = (await listJudges(site.services)).length;
  for (const [list, reason] of [
    ['New Person\nLise Meitner', 'There is already a judge named Lise Meitner. Results are shown by name.'],
    ['name,username\nNew Person,two words', '"two words" cannot be a username.'],
    [
      'name,track\nNew Person,clozyt',
      '"clozyt" has the same judges as Hacker Track, by the same rubric. Use hacker, or leave it empty for all tracks.',
    ],
    [
      'name,track\nNew Person,clozy',
      '"clozy" is not a track. Use hacker or startup, or leave it empty for all tracks.',
    ],
    [
      'a,b\nc,d',
      'The first line must name the columns: name, and optionally email, track, username and prize.',
    ],
    ['name\n"open', 'The quote that begins in line 2 is never closed.'],
    [' \n', 'This list has no names.'],
    ['name\n', 'This list has no names.'],
    [
      Array.from({ length: 101 }, (_, at) => `N${at}`).join('\n'),
      'At most 100 judges can be created at once.',
    ],
  ]) {
    const answer = await listed(list!);
    expect([answer.statusCode, answer.json().message]).toEqual([400, reason]);
  }
  expect(await listJudges(site.services)).toHaveLength(before);
});

test('two organizers who create judges at once create different ones', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => grace.call('POST', '/judging/judges', { count: 2 })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  const usernames = answers.flatMap((answer) =>
    answer.json().accounts.map((one: { username: string }) => one.username),
  );
  expect(new Set(usernames).size).toBe(8);
});

test('a new password ends the old one, and a removed judge is signed out while the scores stay', async () => {
  const [{ username, password, name }] = (await grace.call('POST', '/judging/judges', { count: 1 })).json()
    .accounts;
  const renewed = await grace.call('POST', `/judging/judges/${username}/password`);
  const { account } = renewed.json();
  expect([await signIn(username, password), await signIn(username, account.password)]).toEqual([401, 200]);
  const login = await anonymous(site).call(
    'POST',
    '/judge/login',
    account && { username, password: account.password },
  );
  const own = { headers: { cookie: `judge=${login.cookies[0]!.value}` } };
  expect(
    (await anonymous(site).call('POST', '/scores', scoreBody({ team_number: 400 }), own)).statusCode,
  ).toBe(201);
  expect((await grace.call('DELETE', `/judging/judges/${username}`)).statusCode).toBe(200);
  expect((await anonymous(site).call('GET', '/judge/session', undefined, own)).statusCode).toBe(401);
  const { judges, tables } = await progress();
  expect(judges.map((one: { username: string }) => one.username)).not.toContain(username);
  expect(tables.find(({ teamNumber }: { teamNumber: number }) => teamNumber === 400).judges).toEqual([name]);
  for (const [method, path] of [
    ['POST', `/judging/judges/${username}/password`],
    ['DELETE', `/judging/judges/${username}`],
    ['DELETE', '/judging/judges/nobody'],
  ] as const)
    expect((await grace.call(method, path)).statusCode).toBe(404);
  const acts = site.services.db.selectFrom('audit').where('subject', '=', username).orderBy('id');
  expect(await acts.select(['action', 'actor_id']).execute()).toEqual([
    { action: 'judge.reset', actor_id: grace.id },
    { action: 'judge.removed', actor_id: grace.id },
  ]);
});

test('a renamed judge has the new name in every view, and nobody else may have it', async () => {
  const ruth = await signInJudge(site, { name: 'Ruth Moss' });
  const omar = await signInJudge(site, { name: 'Omar Diaz' });
  const reviewer = await signInReviewer(site);
  await score(ruth, 601);
  await score(omar, 601);
  const breakdown = async () =>
    (await reviewer.call('GET', '/scores/teams'))
      .json()
      .find(({ team_number }: { team_number: number }) => team_number === 601).judge_breakdown;
  expect(await breakdown()).toEqual({ 'Ruth Moss': 70, 'Omar Diaz': 70 });
  const { username } = (await ruth.call('GET', '/judge/session')).json().judge;
  const rename = (name: string, who = username) => grace.call('PUT', `/judging/judges/${who}`, { name });

  const answer = await rename('  Ruth   Moss-Diaz ');
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, name: 'Ruth Moss-Diaz' }]);
  expect(await breakdown()).toEqual({ 'Ruth Moss-Diaz': 70, 'Omar Diaz': 70 });
  await score(ruth, 601);
  expect(await breakdown()).toEqual({ 'Ruth Moss-Diaz': 70, 'Omar Diaz': 70 });
  expect((await ruth.call('GET', '/judge/session')).json().judge.name).toBe('Ruth Moss-Diaz');
  const scores: { judge_name: string; team_number: number }[] = (
    await reviewer.call('GET', '/scores')
  ).json();
  expect(scores.filter((one) => one.team_number === 601).map((one) => one.judge_name)).toEqual([
    'Ruth Moss-Diaz',
    'Omar Diaz',
    'Ruth Moss-Diaz',
  ]);
  const { judges, tables } = await progress();
  expect(judges.map((one: { name: string }) => one.name)).toContain('Ruth Moss-Diaz');
  expect(tables.find((one: { teamNumber: number }) => one.teamNumber === 601).judges).toEqual([
    'Omar Diaz',
    'Ruth Moss-Diaz',
  ]);

  for (const [name, who, status] of [
    ['Omar Diaz', username, 400],
    ['', username, 400],
    ['x'.repeat(200), username, 400],
    ['Somebody', 'nobody', 404],
  ] as const)
    expect((await rename(name, who)).statusCode).toBe(status);
  expect((await rename('Omar Diaz')).json()).toMatchObject({
    code: 'judges_unwanted',
    message: 'There is already a judge named Omar Diaz. Results are shown by name.',
  });
  expect((await rename('Ruth Moss-Diaz')).statusCode).toBe(200);
  const acts = site.services.db.selectFrom('audit').where('subject', '=', username).orderBy('id');
  expect((await acts.select(['action', 'actor_id', 'detail']).execute())[0]).toEqual({
    action: 'judge.renamed',
    actor_id: grace.id,
    detail: { former: 'Ruth Moss', name: 'Ruth Moss-Diaz' },
  });
});

test('of several judges renamed alike at once one gets the name', async () => {
  const { accounts } = (await grace.call('POST', '/judging/judges', { count: 8 })).json();
  for (const name of ['Vera Rubin', 'Jocelyn Bell', 'Annie Cannon']) {
    const answers = await Promise.all(
      accounts.map(({ username }: { username: string }) =>
        grace.call('PUT', `/judging/judges/${username}`, { name }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)]);
  }
});

test('further judges are numbered on, and no number, username or code comes twice', async () => {
  interface Account {
    username: string;
    name: string;
    password: string;
    signInCode: string;
  }
  const create = async (count: number): Promise<Account[]> =>
    (await grace.call('POST', '/judging/judges', { count })).json().accounts;
  const numbered = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => [`judge${first + at}`, `Judge ${first + at}`]);
  const ten = await create(10);
  const first = Number(ten[0]!.name.replace('Judge ', ''));
  const names = (accounts: Account[]) => accounts.map(({ username, name }) => [username, name]);
  expect(names(ten)).toEqual(numbered(first, 10));
  await grace.call('DELETE', `/judging/judges/${ten[9]!.username}`);
  await grace.call('PUT', `/judging/judges/${ten[8]!.username}`, { name: 'Cecilia Payne' });
  const five = await create(5);
  expect(names(five)).toEqual(numbered(first + 10, 5));
  const all = [...ten, ...five];
  for (const key of ['username', 'name', 'password', 'signInCode'] as const)
    expect(new Set(all.map((account) => account[key])).size).toBe(15);
});

test('while judging is paused scores are refused, and repeats of stored ones are answered', async () => {
  const ruth = await signInJudge(site);
  const stored = await score(ruth, 500, 'before');
  expect([(await pause(true)).json(), (await pause(true)).json()]).toEqual([
    { success: true, paused: true },
    { success: true, paused: true },
  ]);
  const refused = await score(ruth, 501, 'meanwhile');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'judging_paused']);
  expect((await score(ruth, 500, 'before')).json()).toEqual(stored.json());
  expect((await ruth.call('GET', '/judge/session')).json().paused).toBe(true);
  await pause(false);
  expect((await ruth.call('GET', '/judge/session')).json().paused).toBe(false);
  expect((await score(ruth, 501, 'meanwhile')).statusCode).toBe(201);
  const acts = site.services.db.selectFrom('audit').where('subject', '=', 'judging').orderBy('id');
  expect((await acts.select('action').execute()).map(({ action }) => action)).toEqual([
    'judging.paused',
    'judging.resumed',
  ]);
});

test('progress shows who has scored, who is where, empty tables and unknown numbers', async () => {
  const { db } = site.services;
  await db.deleteFrom('demo_tables').execute();
  await db
    .insertInto('demo_tables')
    .values([1, 2, 3].map((number) => ({ number, name: `Team ${number}`, track: 'hacker' as const })))
    .execute();
  const [ruth, omar] = [await signInJudge(site, { name: 'Ruth' }), await signInJudge(site, { name: 'Omar' })];
  await score(ruth, 1);
  await score(ruth, 1);
  await score(omar, 1);
  await score(omar, 77);
  await omar.call('POST', '/judge/skip', { track: 'hacker', teamNumber: 2, reason: 'absent' });
  const { judges, tables } = await progress();
  const of = (name: string) => judges.find((one: { name: string }) => one.name === name);
  expect(of('Ruth')).toMatchObject({ scored: 1, lastAt: expect.any(String), now: null, track: null });
  expect(of('Omar')).toMatchObject({ scored: 2, now: 3 });
  expect(tables.filter((table: { teamNumber: number }) => table.teamNumber < 100)).toEqual([
    {
      teamNumber: 1,
      teamName: 'Team 1',
      track: 'hacker',
      known: true,
      judges: ['Omar', 'Ruth'],
      scores: [7, 8, 9],
      absent: false,
    },
    {
      ...{ teamNumber: 2, teamName: 'Team 2', track: 'hacker', known: true },
      judges: [],
      scores: [],
      absent: true,
    },
    {
      ...{ teamNumber: 3, teamName: 'Team 3', track: 'hacker', known: true },
      judges: [],
      scores: [],
      absent: false,
    },
    {
      teamNumber: 77,
      teamName: 'Night Owls',
      track: 'hacker',
      known: false,
      judges: ['Omar'],
      scores: [10],
      absent: false,
    },
  ]);
  site.advance(16 * 60_000);
  const later = await progress();
  expect(later.tables[1].absent).toBe(false);
  expect(later.judges.find((one: { name: string }) => one.name === 'Omar').now).toBeNull();
});

test('judges who have an address get an email, once for a key, and the others are named', async () => {
  const list = 'name;email\nMail Moss;moss@example.org\nMail Diaz;diaz@example.org\nMail Nobody;';
  expect((await grace.call('POST', '/judging/judges/import', { list })).statusCode).toBe(201);
  const wrong = await grace.call('POST', '/judging/judges/import', { list: 'name;email\nMail Else;at home' });
  expect(wrong.json().message).toContain('"at home" is not an email address.');
  const find = async (name: string) =>
    (await progress()).judges.find((judge: { name: string }) => judge.name === name);
  const [moss, diaz, nobody] = [await find('Mail Moss'), await find('Mail Diaz'), await find('Mail Nobody')];
  expect([moss.email, nobody.email]).toEqual(['moss@example.org', undefined]);
  const body = {
    usernames: [moss.username, nobody.username],
    subject: 'Tomorrow',
    text: 'At nine.\n\nCome.',
  };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => grace.call('POST', '/judging/judges/emails', body, { headers });
  for (const answer of await Promise.all([send(), send()]))
    expect(answer.json()).toEqual({ success: true, sent: 1, withoutAddress: ['Mail Nobody'] });
  const mails = () =>
    site.services.db
      .selectFrom('mails')
      .select(['recipient', 'text'])
      .where('subject', '=', 'Tomorrow')
      .execute();
  expect(await mails()).toEqual([
    { recipient: 'moss@example.org', text: expect.stringContaining('At nine.') },
  ]);
  // It stands once among the announcements, which nobody sees on a page.
  const listed = (await grace.call('GET', '/announcements')).json();
  expect(listed).toMatchObject([{ subject: 'Tomorrow', text: body.text, judges: 1, by: grace.name }]);

  const change = (judge: { username: string; name: string }, email: unknown) =>
    grace.call('PUT', `/judging/judges/${judge.username}`, { name: judge.name, email });
  expect((await change(nobody, 'new@example.org')).statusCode).toBe(200);
  expect((await change(diaz, null)).statusCode).toBe(200);
  expect((await change(moss, 'nowhere')).statusCode).toBe(400);
  expect([(await find('Mail Nobody')).email, (await find('Mail Diaz')).email]).toEqual([
    'new@example.org',
    undefined,
  ]);
  await grace.call('DELETE', `/judging/judges/${moss.username}`);
  const { email } = await site.services.db
    .selectFrom('judges')
    .select('email')
    .where('username', '=', moss.username)
    .executeTakeFirstOrThrow();
  expect(email).toBeNull();
});
