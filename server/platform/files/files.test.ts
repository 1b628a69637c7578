import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { sendDeck, submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf, createPdf, zerosDeflated } from '../../testing/pdf.ts';
import { listStoredKeys } from '../../testing/stored-files.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { getSiteId } from '../db/settings.ts';
import { sweepFiles } from './files.service.ts';
import { stagingFolder, sweepStaging } from './staging.ts';
import { siteFolder, storedFilesFolder } from './store.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const hour = 3_600_000;
const mine = async (actor: TestActor) => (await actor.call('GET', '/applications/me')).json().data;
const storeFolder = () => storedFilesFolder(site.services.config.dataDir);

test('a file is for its owner and organizers; for everybody else it does not exist', async () => {
  const { members } = await createTestTeam(site, 2);
  const [ada, mate] = members as [TestActor, TestActor];
  await submitForm(ada);
  const { resumeUrl } = await mine(ada);
  expect((await anonymous(site).call('GET', resumeUrl)).statusCode).toBe(401);
  for (const other of [await signUp(site), mate]) {
    const answer = await other.call('GET', resumeUrl);
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Not found.']);
  }
  expect((await ada.call('GET', resumeUrl)).statusCode).toBe(200);
  expect((await (await signUpAdmin(site)).call('GET', resumeUrl)).statusCode).toBe(200);
  for (const id of [crypto.randomUUID(), 'x', '..%2F..%2Fetc%2Fpasswd'])
    expect((await ada.call('GET', `/files/${id}`)).statusCode).toBe(404);
});

test('a file is sent with these headers', async () => {
  const ada = await signUp(site);
  await submitForm(ada, { track: 'Startup Track' }, { resume: createPdf(), pitchDeck: createPdf() });
  const { resumeUrl, pitchDeckUrl } = await mine(ada);
  for (const [url, kind] of [
    [resumeUrl, 'resume'],
    [pitchDeckUrl, 'pitch-deck'],
  ]) {
    const { headers, rawPayload } = await ada.call('GET', url, undefined, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(rawPayload.equals(createPdf())).toBe(true);
    const id = url.split('/').pop();
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(createPdf().length),
      'content-disposition': `attachment; filename="${kind}-${id.slice(0, 8)}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
    expect(headers['content-encoding']).toBe(undefined);
  }
});

test('a missing file is a 503, not a 500', async () => {
  const ada = await signUp(site);
  await submitForm(ada);
  const { resumeUrl } = await mine(ada);
  await rename(storeFolder(), `${storeFolder()}-away`);
  const answer = await ada.call('GET', resumeUrl);
  await rename(`${storeFolder()}-away`, storeFolder());
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '2',
  ]);
});

const xref = (() => {
  const bomb = zerosDeflated(225);
  const start = Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  const entries = `/Type /XRef /Size 99999999 /W [1 4 2] /Root 1 0 R /Filter /FlateDecode /Length ${bomb.length}`;
  const end = `\nendstream\nendobj\nstartxref\n${start.length}\n%%EOF\n`;
  return Buffer.concat([start, Buffer.from(`3 0 obj\n<< ${entries} >>\nstream\n`), bomb, Buffer.from(end)]);
})();
const after = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), createPdf()]);

test.each<[string, Buffer, number, boolean?]>([
  ['a byte order mark', after('\xef\xbb\xbf'), 201],
  ['eight blanks', after('        '), 201],
  ['1 KB of other bytes before it', after('<html>'.padEnd(1024, '\n')), 201],
  ['more than that before it', after('<html>'.padEnd(1025, '\n')), 415],
  ['HTML before it', createGeneratedPdf('pdf-header-at-2000'), 415],
  ['only its first line', createGeneratedPdf('pdf-truncated'), 415],
  ['other bytes after its end', Buffer.concat([createPdf(), Buffer.alloc(5000, '--part--\r\n')]), 201],
  ['header and trailer around nothing', Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'), 415],
  ['a picture', createGeneratedPdf('png'), 415],
  ['a program', createGeneratedPdf('exe-mz'), 415],
  ['a document of another kind', createGeneratedPdf('docx'), 415],
  ['a page tree that contains itself', createGeneratedPdf('pdf-loop-pages'), 415],
  ['a page of 900 MB', createGeneratedPdf('pdf-bomb'), 201],
  ['a table of 900 MB', xref, 415],
  ['a script', createGeneratedPdf('pdf-js-openaction'), 201, true],
  ['a program to launch', createPdf({ catalog: '/OpenAction << /S /Launch /F (x.exe) >> ' }), 201, true],
  ['a word in its text that means nothing', createPdf({ text: ['/JavaScript /Launch'] }), 201, false],
])('a PDF with %s', async (_, resume, status, active = false) => {
  const ada = await signUp(site);
  const before = process.memoryUsage.rss();
  const answer = await submitForm(ada, {}, { resume });
  expect(answer.statusCode).toBe(status);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  if (status === 415) expect(answer.json().message).toBe('Please upload a PDF file for your resume');
  const rows = await site.services.db
    .selectFrom('files')
    .select('active_content')
    .where('owner_id', '=', ada.id)
    .execute();
  expect(rows).toEqual(status === 201 ? [{ active_content: active }] : []);
  expect(await readdir(stagingFolder(site.services.config.dataDir))).toEqual([]);
});

test('an aborted upload leaves nothing behind', async () => {
  const ada = await signUp(site);
  const body =
    '--x\r\nContent-Disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n%PDF-1.4 (never closed)';
  const answer = await ada.call('POST', '/applications', Buffer.from(body), {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_body']);
  expect(await readdir(stagingFolder(site.services.config.dataDir))).toEqual([]);
});

const inDays = (days: number) => ({ ...site.services, now: () => new Date(Date.now() + days * 24 * hour) });
const place = async (key: string, age = 25) => {
  const file = path.join(storeFolder(), key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'x');
  await utimes(file, new Date(), new Date(Date.now() - age * hour));
  return key;
};
const name = () => `${crypto.randomUUID()}.pdf`;
const folderOf = async () => siteFolder(await getSiteId(site.services.db));

test('what nobody owns is moved to the trash after a day, and deleted after 30 more', async () => {
  const ada = await signUp(site);
  await submitForm(ada);
  await sendDeck(ada);
  await sendDeck(ada);
  const folder = await folderOf();
  const young = await place(`${folder}/${name()}`, 1);
  const old = await place(`${folder}/${name()}`);
  expect(await sweepFiles(site.services)).toEqual({ trashed: 1, deleted: 0 });
  const trashed = `${folder}/trash/${path.basename(old)}`;
  expect(await listStoredKeys(site.services.config.dataDir)).toEqual(
    expect.arrayContaining([young, trashed]),
  );
  expect(await sweepFiles(inDays(2))).toEqual({ trashed: 2, deleted: 0 });
  expect(await sweepFiles(inDays(29))).toEqual({ trashed: 0, deleted: 0 });
  expect(await sweepFiles(inDays(31))).toEqual({ trashed: 0, deleted: 3 });
  const owned = await site.services.db.selectFrom('files').select('storage_key').execute();
  expect(await listStoredKeys(site.services.config.dataDir)).toEqual(
    owned.map((row) => row.storage_key).sort(),
  );
});

test('the sweep touches nothing that is not its own', async () => {
  await submitForm(await signUp(site));
  const foreign = [
    await place('holiday.jpg'),
    await place(name()),
    await place(`site-${crypto.randomUUID()}/${name()}`),
    await place(`${await folderOf()}/notes.txt`),
    await place(`${await folderOf()}/trash/${name()}.bak`, 24 * 99),
  ];
  await sweepFiles(inDays(99));
  expect(await listStoredKeys(site.services.config.dataDir)).toEqual(expect.arrayContaining(foreign));
  for (const key of foreign) await rm(path.join(storeFolder(), key));
});

test('an empty or another database sweeps nothing, and says so', async () => {
  await submitForm(await signUp(site));
  const before = await listStoredKeys(site.services.config.dataDir);
  const { files } = site.services;
  const other = await createTestApp();
  await sweepFiles({ ...other.services, files, now: inDays(2).now });
  const id = JSON.stringify(await getSiteId(site.services.db));
  await other.services.db.updateTable('settings').set({ value: id }).where('key', '=', 'site-id').execute();
  const warn = vi.fn();
  const log = { ...other.services.log, warn };
  await sweepFiles({ ...other.services, files, log, now: inDays(2).now });
  expect(warn).toHaveBeenCalledOnce();
  await other.close();
  expect(await listStoredKeys(site.services.config.dataDir)).toEqual(before);
});

test('a start removes what ended programs were receiving, and nothing of a running one', async () => {
  const { dataDir } = site.services.config;
  const own = stagingFolder(dataDir);
  const [host] = path.basename(own).split('~');
  const folder = (process: string) => path.join(path.dirname(own), process);
  const ended = spawnSync('true').pid;
  const gone = [folder(`${host}~${ended}~0`), folder(`${host}~${process.pid}~0`), folder('bare.part')];
  const staying = [own, folder(`${host}~${process.ppid}~0`), folder('elsewhere~1~0')];
  for (const one of [...gone, ...staying]) {
    await mkdir(one, { recursive: true });
    await writeFile(path.join(one, 'a.part'), 'x');
  }
  await utimes(folder('bare.part'), new Date(), new Date(Date.now() - 2 * hour));
  await sweepStaging(dataDir);
  expect((await readdir(path.dirname(own))).sort()).toEqual(staying.map((one) => path.basename(one)).sort());
});

test('organizers and reviewers read documents only while they are part of an application', async () => {
  const ada = await signUp(site);
  await submitForm(ada, { track: 'Startup Track' }, { resume: createPdf(), pitchDeck: createPdf() });
  const { resumeUrl, pitchDeckUrl } = await mine(ada);
  const readers = [await signUpAdmin(site), await signUp(site, { role: 'application-reviewer' })];
  const listStatuses = async () =>
    Promise.all(
      [resumeUrl, pitchDeckUrl].flatMap((url) =>
        [...readers, ada].map(async (reader) => (await reader.call('GET', url)).statusCode),
      ),
    );
  expect(await listStatuses()).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await ada.call('POST', '/applications/withdraw')).statusCode).toBe(200);
  expect(await listStatuses()).toEqual([404, 404, 200, 404, 404, 200]);
  expect((await ada.call('POST', '/applications/restore')).statusCode).toBe(200);
  expect(await listStatuses()).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(await listStatuses()).toEqual([404, 404, 401, 404, 404, 401]);
});
