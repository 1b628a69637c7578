import { argon2Sync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Command, UsageError } from '../platform/command.ts';
import { runTyped } from '../platform/command-usage.ts';
import { anonymous } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { scoreBody } from '../testing/judges.ts';
import { judgesCommand, judgingEvalCommand, reviewPasswordCommand } from './judging.commands.ts';
import { getTeamResults } from './team-results.service.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await createTestApp({ scoreReviewPassword: undefined });
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-judges-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

async function run(command: Command, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await runTyped(command, args, {
    config: () => site.services.config,
    open: async () => site.services,
    print,
    note: () => undefined,
  });
  return lines;
}
const signIn = async (username = '', password = '') =>
  (await anonymous(site).call('POST', '/judge/login', { username, password })).statusCode;

test('judges are created with working passwords, listed without them, and reset', async () => {
  const [head, ...rows] = await run(judgesCommand, 'create', '20');
  expect(head).toBe('username,password,name');
  expect(rows).toHaveLength(20);
  const [username, password, name] = rows[19]!.split(',');
  expect([username, name]).toEqual(['judge20', 'Judge 20']);
  expect(await signIn(username, password)).toBe(200);
  const list = await run(judgesCommand, 'list');
  expect(list.slice(0, 2)).toEqual(['username,name,track', 'judge1,Judge 1,']);
  expect(list.join()).not.toContain(password);
  const [again, fresh] = (await run(judgesCommand, 'reset', 'judge20')).map((row) => row.split(','));
  expect([again?.join(), fresh?.[0], fresh?.[2]]).toEqual([head, 'judge20', 'Judge 20']);
  expect([await signIn(username, password), await signIn(username, fresh?.[1])]).toEqual([401, 200]);
});

test('a removed judge is signed out at once, and the scores stay', async () => {
  const [, row = ''] = await run(judgesCommand, 'create', '1');
  const [username = '', password = '', name = ''] = row.split(',');
  const login = await anonymous(site).call('POST', '/judge/login', { username, password });
  const headers = { cookie: `judge=${login.cookies[0]!.value}` };
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    anonymous(site).call(method, path, body, { headers });
  expect((await call('POST', '/scores', scoreBody())).statusCode).toBe(201);
  await run(judgesCommand, 'remove', username);
  expect([(await call('GET', '/judge/session')).statusCode, await signIn(username, password)]).toEqual([
    401, 401,
  ]);
  expect((await run(judgesCommand, 'list')).join()).not.toContain(username);
  expect((await getTeamResults(site.services))[0]!.judge_breakdown).toEqual({ [name]: 70 });
  await expect(run(judgesCommand, 'remove', username)).rejects.toThrow('There is no judge');
});

test('judges are imported from a file, with quotes and tracks, all or none', async () => {
  const file = path.join(folder, 'judges.csv');
  await writeFile(file, '\uFEFFname,username,track\r\n"Curie, Marie",marie,hacker\r\nLise Meitner,,\r\n');
  const [, marie, lise] = await run(judgesCommand, 'import', file);
  expect(marie).toMatch(/^marie,[a-z2-9]{4}(-[a-z2-9]{4}){2},"Curie, Marie"$/);
  expect(lise).toMatch(/^judge22,.*,Lise Meitner$/);
  await writeFile(file, 'name\nNew Person\nLise Meitner\n');
  await expect(run(judgesCommand, 'import', file)).rejects.toThrow(
    'There is already a judge named Lise Meitner.',
  );
  expect((await run(judgesCommand, 'list')).join()).not.toContain('New Person');
});

test('a new review password opens the results and ends earlier sessions', async () => {
  const unlock = (password?: string) => anonymous(site).call('POST', '/score-review/unlock', { password });
  expect((await unlock('anything at all')).statusCode).toBe(401);
  const [first] = await run(reviewPasswordCommand);
  const open = await unlock(first);
  expect(open.statusCode).toBe(200);
  const headers = { cookie: `review=${open.cookies[0]!.value}` };
  const read = async () => (await anonymous(site).call('GET', '/scores', undefined, { headers })).statusCode;
  expect(await read()).toBe(200);
  expect(await run(reviewPasswordCommand, 'owls at noon')).toEqual(['owls at noon']);
  expect([await read(), (await unlock(first)).statusCode]).toEqual([401, 401]);
  expect((await unlock('owls at noon')).statusCode).toBe(200);
});

test('a review password has 8 to 256 characters, any of them, and counts exactly as typed', async () => {
  const unlock = async (password: string) =>
    (await anonymous(site).call('POST', '/score-review/unlock', { password })).statusCode;
  for (const wrong of ['7 chars', 'x'.repeat(257)])
    await expect(run(reviewPasswordCommand, wrong)).rejects.toThrow('must have 8 to 256 characters');
  for (const password of ['8 chars!', `${'Ü '.repeat(127)}é½`, ' owls 🦉 at Noon ']) {
    await run(reviewPasswordCommand, password);
    expect(await unlock(password)).toBe(200);
    const others = [password.toLowerCase(), password.trim(), password.slice(0, -1)];
    for (const other of others.filter((each) => each !== password)) expect(await unlock(other)).toBe(401);
  }
});

test('passwords are stored as argon2id hashes of 19 MiB and 2 passes, each with its own salt', async () => {
  const [, one = '', two = ''] = await run(judgesCommand, 'create', '2');
  const stored = await site.services.db.selectFrom('judges').select(['username', 'password_hash']).execute();
  const salts = [one, two].map((row) => {
    const [username, password = ''] = row.split(',');
    const hash = stored.find((judge) => judge.username === username)?.password_hash ?? '';
    expect(hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
    const [, salt = '', digest = ''] = hash.split('$');
    const nonce = Buffer.from(salt, 'base64url');
    const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
    expect(argon2Sync('argon2id', { ...cost, message: password, nonce }).toString('base64url')).toBe(digest);
    return salt;
  });
  expect(salts[0]).not.toBe(salts[1]);
});

test('the estimator agrees with its oracle to less than a millionth, and a wrong value shows', async () => {
  const file = path.join(import.meta.dirname, 'fixtures', 'judging-oracle.json');
  const [error] = await run(judgingEvalCommand, '--cases', file);
  expect(Number(error)).toBeLessThan(1e-6);
  const { default: oracle } = await import('./fixtures/judging-oracle.json', { with: { type: 'json' } });
  const wrong = structuredClone(oracle);
  wrong.adjust[0]!.expect.teams[0]!.adjusted += 0.25;
  const other = path.join(folder, 'wrong.json');
  await writeFile(other, JSON.stringify(wrong));
  expect(Number((await run(judgingEvalCommand, '--cases', other))[0])).toBeCloseTo(0.25, 6);
});

test.each([
  [judgesCommand, []],
  [judgesCommand, ['create', '0']],
  [judgesCommand, ['create', 'many']],
  [judgesCommand, ['reset']],
  [judgesCommand, ['list', 'more']],
  [judgingEvalCommand, ['file.json']],
])('typed wrongly: %#', async (command, args) => {
  await expect(run(command, ...args)).rejects.toThrow(UsageError);
});
