import { promises as fs } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runTyped } from '../../platform/command-usage.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { storedFilesFolder } from '../../platform/files/store.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { jobNamed } from '../../testing/jobs.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startModelServer } from '../../testing/model-server.ts';
import { createPdf } from '../../testing/pdf.ts';
import { listStoredKeys } from '../../testing/stored-files.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { doctorCommand } from './doctor.commands.ts';

let site: TestApp;
let ada: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  ada = await signUp(site);
  await submitForm(
    ada,
    { track: 'Startup Track' },
    { resume: createPdf(), pitchDeck: createPdf({ text: ['Deck'] }) },
  );
});
afterEach(() => site.close());

let notes: string[] = [];
async function runDoctor() {
  const lines: string[] = [];
  notes = [];
  const shell = {
    config: () => site.services.config,
    open: async () => site.services,
    print: (line: string) => void lines.push(line),
    note: (line: string) => void notes.push(line),
  };
  return { code: await runTyped(doctorCommand, [], shell), lines };
}
const healthy = { code: 0, lines: [] };
const { raw } = sql;
const run = (statement: string) => raw(statement).execute(site.services.db);

async function listStoredFiles() {
  const folder = storedFilesFolder(site.services.config.dataDir);
  return (await listStoredKeys(site.services.config.dataDir)).map((name) => path.join(folder, name));
}

test('a healthy site has no problems', async () => {
  const grace = await signUpAdmin(site);
  const { members } = await createTestTeam(site, 3);
  for (const who of members) await submitForm(who);
  const [first] = (await grace.call('GET', '/applications')).json();
  await grace.call('PUT', `/applications/${first._id}`, { status: 'approved' });
  await grace.call('POST', '/applications/check-in', { userId: first.user._id });
  expect(await runDoctor()).toEqual(healthy);
});

test('a mail server that refuses and a bucket that cannot be reached are problems', async () => {
  const server = await startMailServer();
  site.services.config.smtpUrl = server.url;
  expect(await runDoctor()).toEqual(healthy);
  await server.close();
  expect((await runDoctor()).lines).toEqual([
    'The mail server of SMTP_URL refuses or does not answer (ESOCKET).',
  ]);
  site.services.config.smtpUrl = undefined;
  site.services.files = await openFileStore({
    dataDir: '',
    s3: { endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', accessKeyId: 'i', secretAccessKey: 's' },
  });
  expect((await runDoctor()).lines).toEqual([
    'Files cannot be stored or read: the bucket or the data folder says ECONNREFUSED.',
  ]);
});

test('jobs that were given up or are not run are problems, those that wait for their next try are not; all are listed by task, without what they are about', async () => {
  const jobs = 'update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts =';
  await run('delete from graphile_worker._private_jobs');
  for (const secret of ['canary', 'canary'])
    await addJob(site.services.db, jobNamed('read-resume'), { secret });
  expect(await runDoctor()).toEqual(healthy);
  await run(`${jobs} 1`);
  expect(await runDoctor()).toEqual(healthy);
  expect(notes).toContainEqual(
    expect.stringMatching(
      /^Jobs that failed and wait for their next try: 2 of read-resume \(\d+, \d+\)\. They are tried again/,
    ),
  );
  expect(notes).toContain('No problems found.');
  await run(`${jobs} 1, run_at = now() - interval '1 hour'`);
  expect((await runDoctor()).lines).toEqual([expect.stringMatching(/^Jobs that have been due/)]);
  await run(`${jobs} max_attempts`);
  expect((await runDoctor()).lines).toEqual([expect.stringMatching(/^Jobs given up: 2 of read-resume/)]);
  await run(`${jobs} 0, run_at = now() - interval '1 hour'`);
  const { code, lines } = await runDoctor();
  expect(lines).toEqual([
    expect.stringMatching(/^Jobs that have been due for more than 10 minutes: 2 of read-resume/),
  ]);
  expect([code, lines.join().includes('canary')]).toEqual([1, false]);
});

test('mails that were given up are listed, and are no problem of the site', async () => {
  await run(`insert into mails (recipient, subject, text, html, failed_at, failure)
    values ('ada@example.org', 'Hello', '', '', now(), '550 5.1.1')`);
  expect(await runDoctor()).toEqual(healthy);
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Mail [0-9a-f-]{36} was given up: 550 5\.1\.1\.$/),
      'List them: npm run cli -- mail failed',
    ]),
  );
});

test('a violated invariant is reported with the offender', async () => {
  const { id } = await createTestTeam(site, 3);
  await run('update teams set max_members = 2');
  expect(await runDoctor()).toEqual({
    code: 1,
    lines: [`Violated: no team has more members than its maximum (${id})`],
  });
});

test('a check-in without approval is reported', async () => {
  await run(`insert into check_ins (user_id, checkpoint, key, state, pass_verified)
    values ('${ada.id}', 'entrance', gen_random_uuid(), 'admitted', true)`);
  expect((await runDoctor()).lines).toEqual([
    expect.stringContaining('Violated: everybody checked in is approved'),
  ]);
});

test('an application without the deck of its track is reported', async () => {
  await run('update applications set pitch_deck_file_id = null');
  expect((await runDoctor()).lines).toEqual([
    expect.stringContaining('pitch deck has one'),
    expect.stringContaining('a document belongs to its owner’s application'),
  ]);
});

test.each([
  ['is gone', (file: string) => fs.rm(file), /^File [0-9a-f-]{36} cannot be read/],
  [
    'is shorter',
    (file: string) => fs.truncate(file, 100),
    /is not what was uploaded: 100 bytes instead of \d+$/,
  ],
  [
    'has one other byte',
    async (file: string) => {
      const content = await fs.readFile(file);
      content[20] = content[20]! ^ 1;
      await fs.writeFile(file, content);
    },
    /is not what was uploaded/,
  ],
])('a file that %s is reported', async (_what, damage, line) => {
  const [first = ''] = await listStoredFiles();
  await damage(first);
  expect(await runDoctor()).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
});

test('a stored file that nobody owns is reported after a day', async () => {
  const [first = ''] = await listStoredFiles();
  const orphan = path.join(path.dirname(first), `${crypto.randomUUID()}.pdf`);
  for (const file of [orphan, path.join(path.dirname(first), 'foreign.pdf')])
    await fs.writeFile(file, 'left behind');
  expect(await runDoctor()).toEqual(healthy);
  site.advance(25 * 60 * 60_000);
  expect(await runDoctor()).toEqual({ code: 1, lines: [expect.stringContaining(path.basename(orphan))] });
});

test('a configured model that does not answer is named', async () => {
  const models = await startModelServer();
  const at = { url: models.url, model: 'any', key: undefined, timeout: 500 };
  site.services = { ...site.services, config: { ...site.services.config, embeddings: at, llm: at } };
  expect(await runDoctor()).toEqual(healthy);
  models.fault = { status: 401 };
  expect((await runDoctor()).lines).toEqual([
    'The model at EMBEDDINGS_URL is of no help: it answered with status 401',
    'The model at LLM_URL is of no help: it answered with status 401',
  ]);
  await models.close();
});
