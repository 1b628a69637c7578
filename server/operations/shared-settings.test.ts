import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSite, type Site } from '../platform/db/lease.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { agreeOnSettings, type SharedSettings } from './shared-settings.queries.ts';

const agreed: SharedSettings = {
  secret: 'aaaa',
  storage: 'folder 1',
  publicUrl: 'https://hack.example.org',
};
let database: TestDatabase;
const open: Site[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  await (await start()).close();
});
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
  await database.drop();
});

async function start(changed: Partial<SharedSettings> = {}): Promise<Site> {
  const site = await openSite(
    { dataDir: '/nowhere', databaseUrl: database.url, databasePool: 7 },
    {
      log: () => undefined,
      checkSettings: (db, hasOthers) => agreeOnSettings(db, { ...agreed, ...changed }, hasOthers),
    },
  );
  open.push(site);
  return site;
}

async function createOwnerOfFile(): Promise<void> {
  const { id } = await database.db
    .insertInto('users')
    .values({ name: 'Ada' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('files')
    .values({ owner_id: id, kind: 'resume', storage_key: 'a.pdf', size: 1, sha256: Buffer.alloc(32) })
    .execute();
}

test('an instance alone changes its address without a word', async () => {
  await createOwnerOfFile();
  await (await start({ publicUrl: 'https://other.example.org' })).close();
  await start({ publicUrl: 'https://other.example.org' });
});

test('an empty site may get another secret and other storage', async () => {
  await start({ secret: 'cccc', storage: 'bucket b at https://s3.example.org' });
});

test('another secret is refused while there are accounts, other storage while there are files', async () => {
  await createOwnerOfFile();
  await expect(start({ secret: 'cccc' })).rejects.toThrow(
    /^SECRET_KEY is not the one that this site was last started with: .* npm run cli -- settings accept$/,
  );
  await expect(start({ storage: 'bucket b at https://s3.example.org' })).rejects.toThrow(
    /^The site's files are in the folder 1, and the settings name the bucket b at https:\/\/s3\.example\.org\./,
  );
  await start();
});

test('beside a running instance everything must be equal; the sentence names what differs', async () => {
  const first = await start();
  await expect(start({ publicUrl: 'https://other.example.org', secret: 'dddd' })).rejects.toThrow(
    /^Another instance of the site runs on this database with other settings: SECRET_KEY and PUBLIC_URL\./,
  );
  await start();
  expect(first.pool.options.max).toBe(7);
});

test('an instance that was stopped a moment ago is no other instance', async () => {
  const first = await start();
  setTimeout(() => first.close(), 500);
  await start({ publicUrl: 'https://other.example.org' });
});
