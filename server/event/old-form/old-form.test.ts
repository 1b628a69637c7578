import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUploaded } from '../../../contract/event/event-values.ts';
import { buildApp } from '../../app.ts';
import { ArchiveReader } from '../../operations/backup/archive.ts';
import {
  beginImport,
  commitImport,
  copyTableIn,
  selectTableNames,
} from '../../operations/backup/backup.queries.ts';
import { partPath } from '../../operations/backup/backup.service.ts';
import { restoreBackup } from '../../operations/backup/restore.service.ts';
import { toSharedSettings } from '../../operations/shared-settings.queries.ts';
import { type RunningSite, startSite } from '../../operations/start.ts';
import { loadConfig } from '../../platform/config.ts';
import { listKnownMigrations, migrate, withMaintenancePool } from '../../platform/db/schema.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { discardStagedFile, stageFile } from '../../platform/files/staging.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { defaultDocument } from '../../testing/default-event.ts';

// `tide.zip` is a backup of a site of 0.1.0 (5b727c7d) that was run with an event of its own, and changed in the browser.
// `event` is its folder, without the files that its organizers had not edited: a `git pull` deletes them. `answers.json` has
// what that site answered, and to whom.
const fixtures = path.join(import.meta.dirname, 'fixtures');
const backup = path.join(fixtures, 'tide.zip');

type Answer = { status: number; body: unknown };
type Recorded = {
  at: string;
  cookies: Record<string, string>;
  answers: Record<'visitor' | 'robin' | 'emre' | 'reviewer', Record<string, Answer>>;
};
const recorded: Recorded = JSON.parse(await readFile(path.join(fixtures, 'answers.json'), 'utf8'));

let database: TestDatabase;
let dataDir: string;
let site: RunningSite | undefined;
let app: FastifyInstance;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  dataDir = await mkdtemp(path.join(tmpdir(), 'overnight-old-form-'));
  await cp(path.join(fixtures, 'event'), path.join(dataDir, 'event'), { recursive: true });
});
afterEach(async () => {
  await stop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const readConfig = (environment: Record<string, string> = {}) =>
  loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:27431',
    SECRET_KEY: 'tide-hack-2026-only-for-the-test-of-an-upgrade',
    SCORE_REVIEW_PASSWORD: 'owls at midnight',
    RATE_LIMIT_SCALE: '1000',
    ...environment,
  });

async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return String(port);
}

/** Starts the program at the time of the recording. */
async function start(environment: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ PORT: await findFreePort(), ...environment });
  site = startSite(
    { config, log: pino({ level: 'silent' }) },
    async (services) => {
      services.now = () => new Date(recorded.at);
      app = await buildApp(services, { dist: '', validates: true });
      return app;
    },
    () => undefined,
  );
  await site.started;
}

async function stop(): Promise<void> {
  await site?.close();
  site = undefined;
}

/** Fills the database and the files as 0.1.0 had them, without a migration. */
async function createOldSite(): Promise<void> {
  await withMaintenancePool(database.connection, (pool) => migrate(pool, '001_schema'));
  const archive = await ArchiveReader.open(backup);
  const files = await openFileStore(readConfig());
  for (const { key, ...part } of archive.manifest.files)
    await archive.read(partPath.file(key), part, async (content) => {
      const staged = await stageFile(dataDir, content);
      await files.keep(staged, key).finally(() => discardStagedFile(staged));
    });
  const client = new pg.Client(database.connection);
  await client.connect();
  await beginImport(client, await selectTableNames(client));
  for (const { name, columns, ...part } of archive.manifest.tables)
    await archive.read(partPath.table(name), part, (content) =>
      pipeline(content, copyTableIn(client, { name, columns })),
    );
  await commitImport(client, archive.manifest.tables);
  archive.close();
  // A running site has the fingerprint of its event here.
  await client.query(
    `update settings set key = 'agreed-settings', value = $1::jsonb || jsonb_build_object('event', value) where key = 'old-event'`,
    [JSON.stringify(toSharedSettings(readConfig()))],
  );
  await client.end();
}

const listVersions = () =>
  database.db.selectFrom('events').select(['version', 'sections', 'origin']).orderBy('version').execute();

async function listMigrations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.db,
  );
  return rows.map(({ name }) => name);
}

const get = (who: keyof Recorded['answers'], url: string) =>
  app.inject({ url, headers: { cookie: recorded.cookies[who] ?? '' } });

const isFile = (name: unknown) =>
  typeof name === 'string' && /^\/films\/tide|\.(jpg|png|svg|ttf)$/.test(name);

/** Returns what is there, with the name of each file of the folder, as it was recorded, in place of its new address. */
function withNames(there: unknown, before: unknown): unknown {
  if (isFile(before) && isUploaded(String(there))) return before;
  // A line break in a text of one line reads as a space.
  if (typeof there === 'string' && typeof before === 'string' && there === before.replace(/\s*\n\s*/g, ' '))
    return before;
  if (typeof there !== 'object' || there === null || typeof before !== 'object' || before === null)
    return there;
  if (Array.isArray(there)) return there.map((entry, at) => withNames(entry, (before as unknown[])[at]));
  const known = before as Record<string, unknown>;
  return Object.fromEntries(Object.entries(there).map(([key, value]) => [key, withNames(value, known[key])]));
}

type Section = { section: string; at: string; by: string; values: Record<string, unknown> };

/** Leaves out fields that no page changed in 0.1.0, and rubrics of prizes, which stood beside them and are rubrics now. */
const without = ({ past: _, schools: __, ...values }: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(values), (key, value) => (key === 'rubrics' ? undefined : value));

/** A calendar without what each version of the program, or each moment, writes otherwise. */
const plain = (text: string) =>
  text.replace(/^(DTSTAMP|UID|SEQUENCE).*\r?\n/gm, '').replace(/^(SUMMARY:.*) \(Tide Hack 2026\)/gm, '$1');

async function expectEverythingAsBefore(): Promise<void> {
  const { visitor, robin, emre, reviewer } = recorded.answers;
  for (const [who, answers] of Object.entries({ visitor, emre, reviewer }))
    for (const [url, before] of Object.entries(answers)) {
      const now = await get(who as 'visitor', url);
      const body = /json/.test(String(now.headers['content-type'])) ? now.json() : now.body;
      if (typeof body === 'string') expect(plain(body)).toBe(plain(String(before.body)));
      else expect(withNames(body, before.body), url).toMatchObject(before.body as object);
    }
  for (const [url, before] of Object.entries(robin)) {
    const now = (await get('robin', url)).json();
    if (url === '/api/settings') {
      const { sections, locked } = before.body as { sections: Section[]; locked: Record<string, string> };
      for (const [path, reason] of Object.entries(locked))
        expect(now.locked[path]).toEqual(expect.stringContaining(reason));
      for (const { section, values } of sections) {
        const { values: there } = now.sections.find((other: Section) => other.section === section);
        if (section === 'judging') expect(there).toMatchObject(values);
        else expect(withNames(without(there), values), section).toEqual(without(values));
      }
      const { projects } = sections.find(({ section }) => section === 'tracks')!.values;
      const { rubric } = now.sections.find(({ section }: Section) => section === 'judging').values;
      expect(rubric).toMatchObject((projects as { rubrics: object }).rubrics);
    } else if (url.endsWith('/versions')) {
      const toState = ({ at, by, values }: Section) => ({ at, by, values: without(values) });
      const states = (before.body as Section[]).map(toState);
      const first = now.at(-1);
      expect(first).toMatchObject({ version: 1, origin: 'import', by: null });
      expect(withNames(now.slice(0, -1).map(toState), states), url).toEqual(states);
    } else expect(now, url).toMatchObject(before.body as object);
  }
}

// A start for each: in `npm run test:long` only.
const detail = test.runIf(process.env.DETAILS);

test('a site of 0.1.0 is backed up, upgraded, and loses nothing', async () => {
  await createOldSite();
  await start();
  expect(await readdir(path.join(dataDir, 'backups'))).toEqual([expect.stringMatching(/^before-.*\.zip$/)]);
  await expectEverythingAsBefore();
  const saved = ['event', 'event', 'public', 'places', 'public', 'switches', 'tracks', 'mail', 'event'];
  expect(
    (await listVersions()).map(({ sections, origin }) => [sections.length, sections[0], origin]),
  ).toEqual([[expect.any(Number), 'schedule', 'import'], ...saved.map((section) => [1, section, 'save'])]);

  const { document } = (await database.db
    .selectFrom('events')
    .select('document')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst())!;
  const { video, poster, captions } = document.tracks[0]!.description!;
  const film = await get('visitor', video!);
  expect(film.headers['content-type']).toBe('video/mp4');
  expect(film.rawPayload.equals(await readFile(path.join(fixtures, 'event/films/tide.mp4')))).toBe(true);
  expect((await get('visitor', captions!)).headers['content-type']).toMatch(/^text\/vtt/);
  const pictures = [
    ...[poster, ...document.hero.photos!.map(({ src }) => src)],
    ...document.sponsors.list!.map(({ logo }) => logo),
    ...document.schedule.flatMap(({ items }) => items.flatMap(({ image }) => (image ? [image.src] : []))),
  ];
  const widths = pictures.map(
    async (picture) => (await sharp((await get('visitor', picture!)).rawPayload).metadata()).width,
  );
  expect(await Promise.all(widths)).toEqual([160, 400, 400, 1600, 160, 120]);
  const { resumeUrl } = (
    recorded.answers.emre['/api/applications/me']!.body as { data: { resumeUrl: string } }
  ).data;
  for (const url of [resumeUrl, '/api/certificates/mine'])
    expect((await get('emre', url)).headers['content-type']).toBe('application/pdf');

  // A later start reads no file any more.
  await stop();
  await rm(path.join(dataDir, 'event'), { recursive: true });
  await start();
  await expectEverythingAsBefore();
  expect(await listVersions()).toHaveLength(10);
});

detail('a backup of 0.1.0 is restored, and the folder of its event converted at the start', async () => {
  const config = readConfig();
  await restoreBackup(
    { connection: database.connection, files: await openFileStore(config), dataDir },
    backup,
  );
  await start();
  await expectEverythingAsBefore();
});

detail('with another folder, or none, the start refuses and changes nothing', async () => {
  await createOldSite();
  const file = path.join(dataDir, 'event/event.ts');
  const agreed = await readFile(file, 'utf8');
  const refuse = async (reason: RegExp | string) => {
    await expect(start()).rejects.toThrow(reason);
    await stop();
    expect(await listMigrations()).toEqual(['001_schema']);
    expect(existsSync(path.join(dataDir, 'backups'))).toBe(false);
    const { rows } = await sql`select from files`.execute(database.db);
    expect(rows).toHaveLength(17);
  };
  await writeFile(file, agreed.replace('Ocean Campus', 'Sand Campus'));
  await refuse('is not the one with which this site last ran');
  await writeFile(file, 'export default {');
  await refuse(/event\.ts cannot be read: /);
  await writeFile(file, 'process.exit(0)');
  await refuse('event.ts cannot be read: it ends the program');
  await rm(file);
  await refuse(`Copy it to ${path.join(dataDir, 'event')}, with its pictures, and start again.`);
  await writeFile(file, agreed);
  await rm(path.join(dataDir, 'event/photos/team.jpg'));
  await refuse('photos/team.jpg');

  await cp(path.join(fixtures, 'event'), path.join(dataDir, 'event'), { recursive: true });
  await writeFile(file, agreed.replace('Ocean Campus', 'Sand Campus'));
  await start({ ACCEPT_OLD_EVENT: 'yes' });
  expect((await get('visitor', '/api/event')).json()).toMatchObject({
    name: 'Tide Hack 2026',
    place: 'Sand Campus, Lisbon',
  });
});

detail('a start that was killed in the middle is repeated, and stores no file twice', async () => {
  await createOldSite();
  await withMaintenancePool(database.connection, (pool) => migrate(pool));
  await database.changeSchema(`
    create function interrupt() returns trigger language plpgsql as $$ begin
      if new.version = 5 then raise exception 'interrupted'; end if; return new; end $$;
    create trigger interrupt before insert on events for each row execute function interrupt()`);
  await expect(start()).rejects.toThrow('interrupted');
  await stop();
  expect(await listVersions()).toEqual([]);
  const countFiles = async () => (await sql`select from files`.execute(database.db)).rows.length;
  const stored = await countFiles();
  expect(stored).toBeGreaterThan(17);
  await database.changeSchema('drop trigger interrupt on events');
  await start();
  await expectEverythingAsBefore();
  expect(await countFiles()).toBe(stored);
  expect(await listMigrations()).toEqual(listKnownMigrations());
});

test('the default event of 0.1.0 needs no folder', async () => {
  await createOldSite();
  await rm(path.join(dataDir, 'event'), { recursive: true });
  await sql`update settings set value = value || '{"event": "d1dd4dde6d67cc03"}' where key = 'agreed-settings'`.execute(
    database.db,
  );
  await sql`delete from event_changes where section <> 'event'`.execute(database.db);
  await start();
  const versions = await listVersions();
  expect(versions.map(({ origin }) => origin)).toEqual(['seed', 'save', 'save', 'save']);
  expect((await get('visitor', '/api/event')).json()).toMatchObject({
    name: defaultDocument.name,
    dates: { start: '2026-03-14', end: '2026-03-16' },
  });
});
