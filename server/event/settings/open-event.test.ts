import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { migrate } from '../../platform/db/schema.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { defaultDocument, defaultEvent } from '../../testing/default-event.ts';
import { toDocument } from '../event-document.ts';
import { openServices } from './open-event.ts';

let database: TestDatabase;
let folder: string;
let told: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-seed-'));
  told = [];
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function open(environment: Record<string, string> = {}, { db } = database) {
  const log = {
    info: (...words: unknown[]) => void told.push(String(words[1])),
    warn: () => {},
    error: () => {},
  };
  return openServices({ db, config: loadConfig({ DATA_DIR: folder, ...environment }), log });
}

const listVersions = () =>
  database.db.selectFrom('events').select(['version', 'origin', 'by']).orderBy('version').execute();

test('a new site begins with the default event, which one of two instances fills in and says so once', async () => {
  const instances = await Promise.all([open(), open()]);
  for (const { event } of [...instances, await open()]) expect(event).toEqual(defaultEvent);
  expect(await listVersions()).toEqual([{ version: 1, origin: 'seed', by: null }]);
  expect(told).toEqual(['This site is new and begins with the event “Overnight 2025”']);
});

test('the document of an event is the event, in the same words and the same order', () => {
  expect(JSON.stringify(toDocument(defaultEvent), null, 2)).toBe(JSON.stringify(defaultDocument, null, 2));
});

test('SEED_EVENT names another event for a new site, and later starts do not read it', async () => {
  const seed = async (document: object) => {
    await writeFile(path.join(folder, 'event.json'), JSON.stringify(document));
    return open({ SEED_EVENT: folder });
  };
  await expect(open({ SEED_EVENT: '/nowhere' })).rejects.toThrow(
    '/nowhere/event.json cannot be read (ENOENT).',
  );
  await expect(seed({ ...defaultDocument, place: '' })).rejects.toThrow('place: is missing');
  expect(await listVersions()).toEqual([]);
  expect((await seed({ ...defaultDocument, name: 'Owl Hack' })).event.name).toBe('Owl Hack');
  expect((await seed({ name: 'Moth Hack' })).event.name).toBe('Owl Hack');
});

test('a site with an event from before documents is not filled with another', async () => {
  const old = await createTestDatabase({ empty: true, maintenance: true });
  await migrate(old, '001_schema');
  const agreed = { secret: 'a', storage: 'b', publicUrl: 'c', event: '0123456789abcdef' };
  await old.db
    .insertInto('settings')
    .values({ key: 'agreed-settings', value: JSON.stringify(agreed) })
    .execute();
  await migrate(old);
  await expect(open({}, old)).rejects.toThrow(
    'is in the folder event/ of the version that it ran before, and that folder is not here',
  );
  const settings = await old.db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute();
  expect(settings).toEqual([
    { key: 'agreed-settings', value: { secret: 'a', storage: 'b', publicUrl: 'c' } },
    { key: 'old-event', value: '0123456789abcdef' },
  ]);
  expect(await old.db.selectFrom('events').select('version').execute()).toEqual([]);
  await old.drop();
});
