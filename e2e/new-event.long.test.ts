import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acquireLease } from '../server/platform/db/lease.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { runCommand, startProgram } from './program.ts';

const hooks = new URL('killed-command.hooks.ts', import.meta.url).href;
/** The site stops, and starts again. */
const patient = { timeout: 60_000, interval: 300 };
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'overnight-new-event-'));
  await fs.chmod(folder, 0o711);
  database = await createTestDatabase();
  await command('seed', '--applicants', '20');
});
afterAll(async () => {
  await database.drop();
  await fs.rm(folder, { recursive: true });
});

const environment = (of: TestDatabase, data = 'data') => ({
  DATA_DIR: path.join(folder, data),
  DATABASE_URL: of.url,
  DATABASE_OWNER_URL: of.ownerUrl,
});
const command = (...words: string[]) => runCommand(environment(database), ...words);
const close = (into: string, killBefore = '') =>
  runCommand(
    { ...environment(database), NODE_OPTIONS: `--import=${hooks}`, KILL_BEFORE: killBefore },
    'new-event',
    path.join(folder, into),
  );
const readMarker = async (of: string) =>
  JSON.parse(await fs.readFile(path.join(folder, of, 'archive.json'), 'utf8'));

async function countRows({ db }: TestDatabase): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
    and relname <> 'rate_limits'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]!.n;
  }
  return counts;
}

test('closing an event archives it and empties the site, loses nothing to a kill at any step, and can be undone', async () => {
  const before = await countRows(database);
  expect(before.applications).toBe(20);
  expect(before.scores).toBeGreaterThan(0);
  // The state of closing itself is one more setting.
  const unchanged = { ...before, settings: before.settings! + 1 };

  for (const step of [
    'await verifyBackup(',
    'await queries.emptyEvent(',
    "await client.query('delete from application_counts",
  ]) {
    await expect(close('archive', step)).rejects.toThrow(/ended with null/);
    expect([step, await countRows(database)]).toEqual([step, unchanged]);
  }
  expect((await readMarker('archive')).state).toBe('complete');

  // Stopped in between, the site went on for a while: what came then is in the archive of the repeat.
  await database.db.insertInto('users').values({ name: 'Late Ada', email: 'late@example.org' }).execute();
  expect(await close('archive')).toMatch(/contains the archive/);
  const after = await countRows(database);
  const organizers = await database.db.selectFrom('users').select('role').execute();
  expect(organizers.length).toBeGreaterThan(0);
  expect(new Set(organizers.map(({ role }) => role))).toEqual(new Set(['admin']));
  const filled = Object.entries(after).filter(([, count]) => count > 0);
  expect(filled.map(([name]) => name).sort()).toEqual(
    ['audit', ...(after.sessions ? ['sessions'] : []), 'settings', 'users'].sort(),
  );
  expect((await fs.readdir(path.join(folder, 'archive'))).sort()).toEqual([
    'archive.json',
    'backup.zip',
    'site',
  ]);
  expect(await fs.readFile(path.join(folder, 'archive/site/index.html'), 'utf8')).toContain('Overnight 2025');
  expect(await command('doctor')).not.toMatch(/broken/i);

  // Once more: nothing is left to do. With people in the new event, the old folder is refused.
  const archived = await fs.stat(path.join(folder, 'archive/backup.zip'));
  await close('archive');
  await database.db.insertInto('users').values({ name: 'Next', email: 'next@example.org' }).execute();
  await expect(close('archive')).rejects.toThrow(/holds the archive of the event before this one/);
  expect((await fs.stat(path.join(folder, 'archive/backup.zip'))).mtimeMs).toBe(archived.mtimeMs);

  const restored = await createTestDatabase({ empty: true });
  try {
    await runCommand(
      { ...environment(restored, 'restored'), DATABASE_OWNER_URL: '', DATABASE_URL: restored.ownerUrl },
      'restore',
      path.join(folder, 'archive/backup.zip'),
    );
    const found = await countRows(restored);
    expect(found).toMatchObject({ applications: 20, users: before.users! + 1, scores: before.scores });
    const again = await restored.db
      .selectFrom('users')
      .where('name', '=', 'Late Ada')
      .select('name')
      .execute();
    expect(again).toHaveLength(1);
  } finally {
    await restored.drop();
  }
});

test('a folder that is not empty, another event’s archive, and a site that runs are refused, and nothing changes', async () => {
  const before = await countRows(database);
  await fs.mkdir(path.join(folder, 'photos'));
  await fs.writeFile(path.join(folder, 'photos/cat.jpg'), 'a cat');
  await expect(close('photos')).rejects.toThrow(/is not empty/);
  await fs.mkdir(path.join(folder, 'other'));
  const other = { id: crypto.randomUUID(), state: 'complete', event: 'Other', at: '2024-01-01' };
  await fs.writeFile(path.join(folder, 'other/archive.json'), JSON.stringify(other));
  await expect(close('other')).rejects.toThrow(/holds the archive of another event/);
  const nothing = () => undefined;
  const lock = await acquireLease({
    connection: database.connection,
    exclusive: false,
    log: nothing,
  });
  await expect(close('fresh')).rejects.toThrow(/The site is running/);
  await lock!.release();
  expect(await countRows(database)).toEqual(before);
  expect(await fs.readdir(path.join(folder, 'photos'))).toEqual(['cat.jpg']);
  expect(await fs.readdir(path.join(folder, 'other'))).toEqual(['archive.json']);
});

test('what the next event takes along is said on the command line', async () => {
  const take = (list: string) => command('new-event', path.join(folder, 'next'), '--take', list);
  await expect(take('everything')).rejects.toThrow(
    '"everything" is not one of settings, sponsors, questions, team.',
  );
  await command('event', 'export', path.join(folder, 'event'));
  const file = path.join(folder, 'event/event.json');
  const document = JSON.parse(await fs.readFile(file, 'utf8'));
  await fs.writeFile(file, JSON.stringify({ ...document, name: 'Owl Hack' }));
  await command('event', 'import', path.join(folder, 'event'), '--yes');
  await take('settings,team');
  const events = await database.db.selectFrom('events').select(['version', 'document']).execute();
  expect(events).toMatchObject([{ version: 1, document: { name: 'Owl Hack' } }]);
});

test('the page of the owners closes the event: the site archives it, and starts again without it', async () => {
  const own = await createTestDatabase();
  const program = await startProgram(environment(own, 'page'));
  try {
    await runCommand(environment(own, 'page'), 'seed', '--applicants', '5');
    const email = 'robin@organisers.example';
    const sent = JSON.parse(await runCommand(environment(own, 'page'), 'sign-in', email, '--json'));
    const ask = (address: string, body?: unknown, cookie = '') =>
      fetch(`${program.url}/api${address}`, {
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
    const signedIn = await ask('/auth/link', { token: sent.link.split('#link=')[1] });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    const state = async () => (await ask('/backup', undefined, cookie)).json();
    const close = () => ask('/next-event', { name: 'Overnight 2025', take: ['settings'] }, cookie);

    // Something that is not an archive is in the way: the event stays, and the page says why.
    const archives = path.join(folder, 'page/archives');
    await fs.writeFile(archives, 'a file');
    expect((await close()).status).toBe(200);
    await vi.waitFor(async () => expect((await state()).closed.problem).toMatch(/ENOTDIR|EEXIST/), patient);
    expect((await countRows(own)).applications).toBe(5);

    await fs.rm(archives);
    expect((await close()).status).toBe(200);
    await vi.waitFor(async () => expect((await state()).closed.problem).toBeNull(), patient);
    const { closed } = await state();
    expect(closed.folder.startsWith(archives)).toBe(true);
    expect((await fs.readdir(closed.folder)).sort()).toEqual(['archive.json', 'backup.zip', 'site']);
    expect(await countRows(own)).toMatchObject({ applications: 0, users: 1, events: 1 });
  } finally {
    await program.stop();
    await own.drop();
  }
});
