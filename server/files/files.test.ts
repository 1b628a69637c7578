import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { sendDeck, submitForm } from '../testing/forms.ts';
import { createGeneratedPdf, createPdf, zerosDeflated } from '../testing/pdf.ts';
import { createTestTeam } from '../testing/teams.ts';
import { sweepFiles } from './files.service.ts';
import { stagingFolder } from './staging.ts';
import { storedFilesFolder } from './store.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const hour = 3_600_000;
const mine = async (actor: TestActor) => (await actor.call('GET', '/applications/me')).json().data;
const kept = () => storedFilesFolder(site.services.config.dataDir);

test('a file is for its owner and organisers; for everybody else it does not exist', async () => {
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

test('a file leaves with these headers and no others that matter', async () => {
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

test('a file that has gone is told as away, not as a fault', async () => {
  const ada = await signUp(site);
  await submitForm(ada);
  const { resumeUrl } = await mine(ada);
  await rename(kept(), `${kept()}-away`);
  const answer = await ada.call('GET', resumeUrl);
  await rename(`${kept()}-away`, kept());
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
  ['nine blanks', after('         '), 415],
  ['other bytes before it', after('<html>'), 415],
  ['HTML before it', createGeneratedPdf('pdf-header-at-2000'), 415],
  ['only its first line', createGeneratedPdf('pdf-truncated'), 415],
  ['its end far from the end', Buffer.concat([createPdf(), Buffer.alloc(1100, ' ')]), 415],
  ['its frame around nothing', Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'), 415],
  ['a picture', createGeneratedPdf('png'), 415],
  ['a program', createGeneratedPdf('exe-mz'), 415],
  ['a document of another kind', createGeneratedPdf('docx'), 415],
  ['a page tree that holds itself', createGeneratedPdf('pdf-loop-pages'), 415],
  ['a page of 900 MB', createGeneratedPdf('pdf-bomb'), 201],
  ['a table of 900 MB', xref, 415],
  ['a password', createGeneratedPdf('pdf-encrypted'), 201],
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

test('a sender who stops in the middle leaves nothing', async () => {
  const ada = await signUp(site);
  const body =
    '--x\r\nContent-Disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n%PDF-1.4 (never closed)';
  const answer = await ada.call('POST', '/applications', Buffer.from(body), {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_body']);
  expect(await readdir(stagingFolder(site.services.config.dataDir))).toEqual([]);
});

test('the sweep removes what nobody owns and is older than a day', async () => {
  const ada = await signUp(site);
  await submitForm(ada);
  await sendDeck(ada);
  await sendDeck(ada);
  const [young, old] = [path.join(kept(), 'young.pdf'), path.join(kept(), 'old.pdf')];
  for (const file of [young, old]) await writeFile(file, 'x');
  await utimes(old, new Date(), new Date(Date.now() - 25 * hour));
  expect(await sweepFiles(site.services)).toBe(1);
  expect(await readdir(kept())).toContain('young.pdf');
  expect(await sweepFiles({ ...site.services, now: () => new Date(Date.now() + 25 * hour) })).toBe(2);
  const owned = await site.services.db.selectFrom('files').select('storage_key').execute();
  expect((await readdir(kept())).sort()).toEqual(owned.map((row) => row.storage_key).sort());
});
