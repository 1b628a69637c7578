import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { submitForm } from '../testing/forms.ts';
import { createGeneratedPdf } from '../testing/pdf.ts';
import { sweepFiles } from './files.service.ts';
import { stageFile, stagingFolder } from './staging.ts';
import { storedFilesFolder } from './store.ts';

let folder: string;
let bucket: S3rver;
let site: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-s3-'));
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'papers', configs: [] }],
  });
  const { port } = await bucket.run();
  site = await createTestApp({
    s3: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'papers',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
  });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const stored = async () =>
  (await readdir(path.join(folder, 'papers'))).filter((name) => name.endsWith('_object'));

test('with a bucket, files are kept there and nowhere else', async () => {
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

test('what loses a race is removed from the bucket', async () => {
  const ada = await signUp(site);
  const answers = await Promise.all(Array.from({ length: 5 }, () => submitForm(ada)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await stored()).toHaveLength(2);
});

test('the sweep works on the bucket', async () => {
  expect(await sweepFiles(site.services)).toBe(0);
  const orphan = await stageFile(site.services.config.dataDir, Readable.from(['an orphan']));
  await site.services.files.keep(orphan, 'orphan.pdf');
  const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
  expect(await sweepFiles({ ...site.services, now: tomorrow })).toBe(1);
  expect(await stored()).toHaveLength(2);
});

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
