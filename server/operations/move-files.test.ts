import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Shell } from '../platform/command.ts';
import { runTyped } from '../platform/command-usage.ts';
import { acquireLease } from '../platform/db/lease.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { signUp, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { startBucket, type TestBucket } from '../testing/bucket.ts';
import { sendPicture, submitForm } from '../testing/forms.ts';
import { createPdf } from '../testing/pdf.ts';
import { createTestPicture } from '../testing/pictures.ts';
import { setDeadline } from '../testing/projects.ts';
import { filesCommand } from './files.commands.ts';
import { acceptSettings, listSettingChanges, toSharedSettings } from './shared-settings.queries.ts';

let folder: string;
let bucket: TestBucket;
let site: TestApp;
let ada: TestActor;
let s3: NonNullable<TestApp['services']['config']['s3']>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-move-'));
  bucket = await startBucket(folder);
  s3 = bucket.settings;
  site = await createTestApp();
  ada = await signUp(site);
  await submitForm(ada, {}, { resume: createPdf({ text: ['Ada'] }) });
  const grace = await signUp(site);
  await createApplicant(site, grace);
  setDeadline(site, 3_600_000);
  expect((await sendPicture(grace, await createTestPicture())).statusCode).toBe(201);
});
afterAll(async () => {
  await site.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `files move` with the bucket's settings; returns the exit code and everything that it printed. */
async function move(...typed: string[]) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const config = { ...site.services.config, s3 };
  const shell = {
    config: () => config,
    open: async () => ({ ...site.services, config }),
    print: say,
    note: say,
  } satisfies Shell;
  const code = await runTyped(filesCommand, ['move', ...typed], shell);
  return { code, lines };
}

const download = async (settings: Parameters<typeof openFileStore>[0]) => {
  const { storage_key: key } = await site.services.db
    .selectFrom('files')
    .select('storage_key')
    .executeTakeFirstOrThrow();
  return (await openFileStore(settings)).read(key);
};

test('files move from the folder to the bucket and back, as often as one likes', async () => {
  const { config, db } = site.services;
  await acceptSettings(db, toSharedSettings(config));
  const inFolder = { dataDir: config.dataDir, s3: undefined };
  const inBucket = { dataDir: config.dataDir, s3 };

  // While the site runs, nothing is removed and the site's storage stays what it was.
  const lock = await acquireLease({
    connection: site.database.connection,
    exclusive: false,
    log: () => undefined,
  });
  const beside = await move('bucket', '--remove-originals');
  expect(beside.lines[0]).toBe('Files copied to the bucket: 3. There already: 0.');
  expect(beside.lines[1]).toMatch(/^The site is running: stop it and repeat this/);
  expect(await listSettingChanges(db, toSharedSettings(config))).toEqual([]);
  await download(inFolder);
  await lock!.release();

  const last = await move('bucket', '--remove-originals');
  expect(last.lines).toEqual([
    'Files copied to the bucket: 0. There already: 3.',
    'Now start the site with the S3_ variables.',
    'Originals removed: 3.',
  ]);
  (await download(inBucket)).destroy();
  await expect(download(inFolder)).rejects.toThrow();
  expect(await listSettingChanges(db, toSharedSettings({ ...config, s3 }))).toEqual([]);

  expect((await move('folder')).lines[0]).toBe('Files copied to the folder: 3. There already: 0.');
  (await download(inFolder)).destroy();
});

test('a file that is not what was uploaded is not copied, and is named', async () => {
  await rm(path.join(site.services.config.dataDir, 'files', 'kept'), { recursive: true });
  await site.services.db
    .updateTable('files')
    .set({ sha256: Buffer.alloc(32) })
    .execute();
  const { code, lines } = await move('folder');
  expect([code, lines[0]]).toEqual([
    1,
    expect.stringMatching(/^The file site-.*\.(pdf|jpg|webp) is not what was uploaded\.$/),
  ]);
});
