import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startBucket, type TestBucket } from '../../testing/bucket.ts';
import { submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf } from '../../testing/pdf.ts';
import { getSiteId } from '../db/settings.ts';
import { sweepFiles } from './files.service.ts';
import { openFileStore } from './open-file-store.ts';
import { probeFileStore } from './probe-store.ts';
import { stageFile, stagingFolder } from './staging.ts';
import { siteFolder, storedFilesFolder, toStorageKey } from './store.ts';

let folder: string;
let bucket: TestBucket;
let site: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-s3-'));
  bucket = await startBucket(folder);
  site = await createTestApp({ s3: bucket.settings });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const stored = async () =>
  (await readdir(path.join(folder, 'documents'), { recursive: true })).filter((name) =>
    name.endsWith('_object'),
  );

test('with a bucket, files are stored there and nowhere else', async () => {
  const ada = await signUp(site);
  const resume = createGeneratedPdf('pdf-size:900000');
  const answer = await submitForm(ada, {}, { resume });
  expect(answer.statusCode).toBe(201);
  const read = await ada.call('GET', answer.json().data.resumeUrl);
  expect([read.statusCode, read.headers['content-length'], read.rawPayload.equals(resume)]).toEqual([
    200,
    '900000',
    true,
  ]);
  const { dataDir } = site.services.config;
  expect(await readdir(stagingFolder(dataDir))).toEqual([]);
  await expect(readdir(storedFilesFolder(dataDir))).rejects.toThrow('ENOENT');
  expect(await stored()).toHaveLength(1);
});

test('the files of refused applications are removed from the bucket', async () => {
  const ada = await signUp(site);
  const answers = await Promise.all(Array.from({ length: 5 }, () => submitForm(ada)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await stored()).toHaveLength(2);
});

test('the sweep works on the bucket, beside objects of others', async () => {
  const hours = (count: number) => ({
    ...site.services,
    now: () => new Date(Date.now() + count * 3_600_000),
  });
  const { db, files, config } = site.services;
  const siteId = await getSiteId(db);
  const put = async (key: string) => {
    await files.keep(await stageFile(config.dataDir, Readable.from(['an orphan'])), key);
  };
  await put('foreign.pdf');
  await put(`${siteFolder(siteId)}/foreign.pdf`);
  await put(toStorageKey(siteId, `${crypto.randomUUID()}.pdf`));
  expect(await sweepFiles(site.services)).toEqual({ trashed: 0, deleted: 0 });
  expect(await sweepFiles(hours(25))).toEqual({ trashed: 1, deleted: 0 });
  expect(await stored()).toHaveLength(5);
  expect(await sweepFiles(hours(31 * 24))).toEqual({ trashed: 0, deleted: 1 });
  expect(await stored()).toHaveLength(4);
});

test('a bucket with wrong settings is named at the start, one that is away is logged', async () => {
  await probeFileStore(site.services);
  const { config } = site.services;
  const error = vi.fn();
  const probe = async (s3: Partial<NonNullable<typeof config.s3>>) => {
    const changed = { ...config, s3: { ...config.s3!, ...s3 } };
    const log = { ...site.services.log, error };
    return probeFileStore({ files: await openFileStore(changed), config: changed, log });
  };
  await expect(probe({ bucket: 'unknown' })).rejects.toThrow(
    'The bucket unknown refuses the settings (NoSuchBucket). Check S3_ENDPOINT',
  );
  await probe({ endpoint: 'http://127.0.0.1:9' });
  expect(error).toHaveBeenCalledOnce();
});

test('a bucket that never answers fails every call', async () => {
  const sockets: Socket[] = [];
  const hole = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((listening) => hole.once('listening', listening));
  const { config } = site.services;
  const endpoint = `http://127.0.0.1:${(hole.address() as AddressInfo).port}`;
  const files = await openFileStore({ ...config, s3: { ...config.s3!, endpoint } });
  const staged = await stageFile(config.dataDir, Readable.from(['anything']));
  const calls = [
    files.read('a.pdf'),
    files.keep(staged, 'a.pdf'),
    files.remove('a.pdf'),
    files.probe(),
    files.list('')[Symbol.asyncIterator]().next(),
  ];
  const answers = await Promise.allSettled(calls);
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  for (const socket of sockets) socket.destroy();
  hole.close();
}, 30_000);

test('while the bucket is away, applying is refused with the sentence for it', async () => {
  await bucket.close();
  const ada = await signUp(site);
  const answer = await submitForm(ada);
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    'An error occurred while submitting your application',
  ]);
  expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
});
