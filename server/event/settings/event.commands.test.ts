import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EventDocument } from '../../../contract/event/event.ts';
import { listBrokenInvariants, listFileProblems } from '../../operations/doctor/doctor.service.ts';
import { loadConfig } from '../../platform/config.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { sendEventFile, submitForm } from '../../testing/forms.ts';
import { Killing } from '../../testing/killing.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { unzip } from '../../testing/zip.ts';
import { readEventFolder } from '../event-folder.ts';
import { eventCommand } from './event.commands.ts';
import { storeEventFolder } from './event-files.service.ts';
import { openServices } from './open-event.ts';

let site: TestApp;
let grace: TestActor;
let folder: string;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-event-'));
  return () => rm(folder, { recursive: true });
});
afterAll(() => site.close());

/** Runs the command on the site; `answer` is typed when it asks. Returns everything that it printed, and its exit code. */
async function run(words: string[], { answer, yes }: { answer?: string; yes?: boolean } = {}) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const ask = async (question: string) => {
    lines.push(question);
    return answer!;
  };
  const shell = {
    config: () => site.services.config,
    open: async () => site.services,
    print: say,
    note: say,
  };
  const given = { words, options: { yes } };
  const code = await eventCommand.run(given, { ...shell, ...(answer !== undefined && { ask }) });
  return { code: code ?? 0, lines };
}

const readDocument = async (): Promise<EventDocument> =>
  JSON.parse(await readFile(path.join(folder, 'event.json'), 'utf8'));
const writeDocument = (document: object) =>
  writeFile(path.join(folder, 'event.json'), JSON.stringify(document));
const getNewest = () =>
  site.services.db
    .selectFrom('events')
    .select(['version', 'origin', 'sections', 'by', 'document'])
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();

/** Has a sponsor with an uploaded logo, twice, and a thing to lend with a picture. */
async function usePictures(): Promise<void> {
  const upload = async (color: string): Promise<string> =>
    JSON.parse((await sendEventFile(grace, await createTestPicture({ color }))).body).address;
  const logo = await upload('#2a6f97');
  const save = async (section: string, values: object) => {
    const state = (await grace.call('GET', '/settings'))
      .json()
      .sections.find((one: { section: string }) => one.section === section);
    const body = { version: state.version, values: { ...state.values, ...values } };
    const answer = await grace.call('PUT', `/settings/${section}`, body);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const list = ['Acme & Söhne', 'Acme again'].map((name) => ({ name, url: 'https://acme.example', logo }));
  await save('public', { sponsors: { note: 'Thanks.', list } });
  const photos = [{ thing: 'VR headset', src: await upload('#97402a') }];
  await save('switches', { lending: { things: ['1 VR headset'], photos } });
}

test('an export is a folder that a person can read, which is the same event when it is imported', async () => {
  await usePictures();
  const before = await getNewest();
  const { lines } = await run(['export', folder]);
  expect(lines).toEqual([`${folder} has Overnight 2025: event.json and 2 files.`]);
  const document = await readDocument();
  expect(document.sponsors.list!.map(({ logo }) => logo)).toEqual(Array(2).fill('files/logo-acme-sohne.jpg'));
  expect(document.lending!.photos).toEqual([{ thing: 'VR headset', src: 'files/thing-vr-headset.jpg' }]);
  expect((await run(['check', folder])).lines).toEqual([`${folder} has no mistakes: Overnight 2025.`]);
  expect(await run(['import', folder])).toEqual({ code: 0, lines: ['The event is like that already.'] });
  expect(await getNewest()).toEqual(before);
  const { rawPayload, headers } = await grace.call('GET', '/settings/event.zip');
  expect(headers['content-disposition']).toBe('attachment; filename="event.zip"');
  const zip = unzip(rawPayload);
  expect([...zip.keys()].sort()).toEqual([
    'event.json',
    'files/logo-acme-sohne.jpg',
    'files/thing-vr-headset.jpg',
  ]);
  for (const [name, content] of zip) expect(await readFile(path.join(folder, name))).toEqual(content);
});

test('an import shows what would change, asks, and makes one version with the pictures stored', async () => {
  await run(['export', folder]);
  const document = await readDocument();
  const [acme] = document.sponsors.list!;
  await writeFile(path.join(folder, 'files/moth.png'), await createTestPicture({ color: '#c0ffee' }));
  await writeDocument({
    ...document,
    name: 'Moth Hack',
    schedule: document.schedule.map((day, at) =>
      at > 0
        ? day
        : { ...day, items: day.items.map((item, n) => (n > 0 ? item : { ...item, place: 'Hall A' })) },
    ),
    sponsors: { ...document.sponsors, list: [{ ...acme!, logo: 'files/moth.png' }] },
  });
  const before = await getNewest();
  const shown = [
    'schedule',
    '  schedule, Saturday, item 1: place not set → Hall A',
    'event',
    '  name: Overnight 2025 → Moth Hack',
    'public',
    `  sponsors, list, entry 1: logo ${JSON.parse(JSON.stringify(before.document)).sponsors.list[0].logo} → files/moth.png`,
  ];
  const refused = await run(['import', folder], { answer: 'n' });
  expect(refused.code).toBe(1);
  expect(refused.lines.slice(0, 6)).toEqual(shown);
  expect(refused.lines.slice(-2)).toEqual([
    'Make this the event? [y/N] ',
    'Nothing was changed. To import it without a question, add --yes.',
  ]);
  // Nobody is at the terminal.
  expect((await run(['import', folder])).code).toBe(1);
  expect(await getNewest()).toEqual(before);
  expect((await run(['import', folder], { answer: 'y' })).lines.at(-1)).toBe(
    'This is now the event of the site, on every instance: Moth Hack.',
  );
  const { version, origin, sections, by } = await getNewest();
  expect({ version, origin, sections, by }).toEqual({
    ...{ version: before.version + 1, origin: 'import', by: null },
    sections: ['schedule', 'event', 'public'],
  });
  await site.services.live.publish('event');
  const { list } = site.services.event.sponsors;
  expect(list).toHaveLength(1);
  expect((await anonymous(site).call('GET', list[0]!.logo!)).statusCode).toBe(200);
  expect((await grace.call('GET', '/log?kind=settings')).json()[0].action).toBe('settings.imported');
  expect(await listFileProblems(site.services)).toEqual([]);
  expect(await listBrokenInvariants(site.services)).toEqual([]);
});

test('mistakes and missing files are named together, without a site', async () => {
  await mkdir(path.join(folder, 'files'));
  await writeFile(path.join(folder, 'files/moth.png'), 'no picture');
  const photos = ['files/gone.jpg', '../../etc/passwd', 'files/moth.png'].map((src) => ({
    src,
    alt: 'A moth',
  }));
  const document = { ...defaultDocument, hero: { ...defaultDocument.hero, photos } };
  await writeDocument({ ...document, place: '' });
  const sentences = [
    'files/gone.jpg is named in the event, but there is no such file',
    '../../etc/passwd is named in the event, but there is no such file',
  ];
  await expect(run(['check', folder])).rejects.toThrow(['place: is missing', ...sentences].join('\n'));
  await writeDocument({ ...document, hero: { ...document.hero, photos: photos.slice(2) } });
  await expect(run(['import', folder], { yes: true })).rejects.toThrow(
    'files/moth.png is not a picture, film, captions or font',
  );
  await writeFile(path.join(folder, 'files/moth.png'), '\x89PNG and no more', 'latin1');
  await expect(run(['import', folder], { yes: true })).rejects.toThrow(
    'files/moth.png: This picture could not be opened. Use a JPEG, PNG or WebP picture.',
  );
  await expect(run(['check', '/nowhere'])).rejects.toThrow('/nowhere/event.json cannot be read (ENOENT).');
  await writeFile(path.join(folder, 'event.json'), '{ name: 1 }');
  await expect(run(['check', folder])).rejects.toThrow('event.json is not JSON: ');
});

test('an import meets the locks: what people have used stays', async () => {
  expect((await submitForm(await signUp(site), { track: 'Clozyt Track' })).statusCode).toBe(201);
  await writeDocument({ ...defaultDocument, tracks: defaultDocument.tracks.slice(0, 1) });
  const before = await getNewest();
  await expect(run(['import', folder], { yes: true })).rejects.toThrow(
    '1 application chose “Clozyt Track”, so the track and its id stay.',
  );
  expect(await getNewest()).toEqual(before);
});

test('killed at any statement, an import leaves the old event or the new one', async () => {
  const photos = [{ src: 'owl.png', alt: 'An owl' }];
  await writeFile(path.join(folder, 'owl.png'), await createTestPicture({ color: '#facade' }));
  await writeDocument({ ...defaultDocument, name: 'Owl Hack', hero: { ...defaultDocument.hero, photos } });
  const source = await readEventFolder(folder);
  const before = await getNewest();
  const count = async () =>
    (await site.services.db.selectFrom('files').select('id').execute()).length +
    (await site.services.db.selectFrom('audit').select('id').execute()).length;
  const rows = await count();
  const store = (statements: number) => {
    const db = site.services.db.withPlugin(new Killing(statements)) as TestApp['services']['db'];
    return storeEventFolder({ ...site.services, db }, source, { after: before.version }).catch(
      (error: Error) => {
        expect(error.message).toMatch(/killed$/);
        return false;
      },
    );
  };
  let statements = 0;
  while (!(await store(statements))) {
    statements += 1;
    expect(await getNewest()).toEqual(before);
    expect(await count()).toBe(rows);
  }
  expect(statements).toBeGreaterThan(6);
  expect(await getNewest()).toMatchObject({ version: before.version + 1, origin: 'import' });
  // The picture with four other sizes, and the entry of the log.
  expect(await count()).toBe(rows + 6);
});

test('a new site begins with the event and the pictures of a folder', async () => {
  const photos = [{ src: 'owl.png', alt: 'An owl' }];
  await writeFile(path.join(folder, 'owl.png'), await createTestPicture());
  await writeDocument({ ...defaultDocument, hero: { ...defaultDocument.hero, photos } });
  const { db, drop } = await createTestDatabase();
  const config = loadConfig({ DATA_DIR: path.join(folder, 'data'), SEED_EVENT: folder });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { event } = await openServices({ db, config, log });
  expect(event.hero.photos[0]!.src).toMatch(/^\/api\/pictures\/[\da-f-]{36}$/);
  const originals = db.selectFrom('files').where('original_id', 'is', null).select('kind');
  expect(await originals.execute()).toEqual([{ kind: 'eventFile' }]);
  await drop();
});
