import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPublication } from '../../judging/publication.service.ts';
import { runTyped } from '../../platform/command-usage.ts';
import { storedFilesFolder } from '../../platform/files/store.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { listStoredKeys } from '../../testing/stored-files.ts';
import { listBrokenFiles, listBrokenInvariants } from '../doctor/doctor.service.ts';
import { seedProjects } from './projects.service.ts';
import { seedCommand as command } from './seed.commands.ts';
import { seed } from './seed.service.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
  await seed(site.services, 120);
});
afterAll(() => site.close());

const people = (of: TestApp) =>
  of.services.db
    .selectFrom('users')
    .innerJoin('applications', 'applications.user_id', 'users.id')
    .orderBy('users.email')
    .select(['users.id', 'email', 'name', 'major', 'track', 'status', 'attendance_confirmed', 'why_join'])
    .execute();

test('invented projects are whole, most of them submitted and with pictures', async () => {
  const own = await createTestApp();
  await seed(own.services, 60);
  const count = await seedProjects(own.services);
  const { db } = own.services;
  const projects = await db.selectFrom('projects').selectAll().execute();
  expect([projects.length, count > 10]).toEqual([count, true]);
  expect(projects.filter(({ submitted_at }) => submitted_at).length).toBeGreaterThan(count / 2);
  expect((await db.selectFrom('project_pictures').select('id').execute()).length).toBeGreaterThan(count);
  expect([...(await listBrokenInvariants(own.services)), ...(await listBrokenFiles(own.services))]).toEqual(
    [],
  );
  expect(await seedProjects(own.services)).toBe(0);
  await own.close();
});

test('an invented site holds all invariants and every status', async () => {
  expect(await listBrokenInvariants(site.services)).toEqual([]);
  expect(await listBrokenFiles(site.services)).toEqual([]);
  const all = await people(site);
  expect(all.length).toBe(120);
  for (const status of ['pending', 'approved', 'rejected'])
    expect(all.filter((one) => one.status === status).length, status).toBeGreaterThan(5);
  for (const { id } of site.services.event.tracks)
    expect(all.filter((one) => one.track === id).length, id).toBeGreaterThan(20);
  for (const table of ['teams', 'join_requests', 'check_ins'] as const)
    expect((await site.services.db.selectFrom(table).selectAll().execute()).length, table).toBeGreaterThan(0);
});

test('people check in on the first morning', async () => {
  const rows = await site.services.db.selectFrom('check_ins').select('checked_in_at as at').execute();
  const times = rows.map(({ at }) => at.toISOString());
  expect(times.every((at) => at >= '2025-09-20T15:30:00.000Z' && at < '2025-09-20T17:00:00.000Z')).toBe(true);
});

test('every resume is a PDF of its own with the words of its author', async () => {
  const folder = storedFilesFolder(site.services.config.dataDir);
  const texts = new Set<string>();
  for (const name of (await listStoredKeys(site.services.config.dataDir)).slice(0, 30)) {
    const document = await getDocumentProxy(new Uint8Array(await readFile(path.join(folder, name))));
    const { text } = await extractText(document, { mergePages: true });
    expect(text.length).toBeGreaterThan(80);
    texts.add(text);
  }
  expect(texts.size).toBe(30);
});

test('the same number gives the same people, and running it again adds others', async () => {
  const other = await createTestApp();
  await seed(other.services, 120);
  expect(await people(other)).toEqual(await people(site));
  await seed(other.services, 30);
  expect((await people(other)).length).toBe(150);
  expect(await listBrokenInvariants(other.services)).toEqual([]);
  await other.close();
});

test('a public site is refused', async () => {
  const open = async () => ({ ...site.services, config: { ...site.services.config, loopback: false } });
  await expect(
    runTyped(command, ['--applicants', '5'], {
      config: () => site.services.config,
      open,
      print: () => undefined,
      note: () => undefined,
    }),
  ).rejects.toThrow('This site is public');
  expect((await people(site)).length).toBe(120);
});

test('invented judges have scored most tables, once, and can sign in', async () => {
  const run = async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    await runTyped(command, ['--applicants', '5'], {
      config: () => site.services.config,
      open: async () => site.services,
      print,
      note: () => undefined,
    });
    return lines.map((line) => line.split('\t')).filter((columns) => columns.length === 3);
  };
  const accounts = await run();
  expect(accounts.map(([, , role]) => role)).toEqual([...Array(6).fill('judge'), 'reviewer']);
  const [username, password] = accounts[0]!;
  const payload = { username, password };
  expect((await site.app.inject({ method: 'POST', url: '/api/judge/login', payload })).statusCode).toBe(200);
  const { length } = await site.services.db.selectFrom('scores').selectAll().execute();
  expect(length).toBeGreaterThan(20);
  const { groups } = await getPublication(site.services, { actor: { id: crypto.randomUUID() } });
  const first = groups.flatMap(({ ranking }) => ranking.filter(({ place }) => place <= 10));
  const concerns = first.flatMap((entry) => entry.concerns);
  expect(concerns.filter((kind) => kind === 'no-project' || kind === 'not-entered')).toEqual([]);
  expect(await listBrokenInvariants(site.services)).toEqual([]);
  expect(await run()).toEqual([]);
});
