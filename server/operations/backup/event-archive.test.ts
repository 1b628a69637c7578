import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkEvent, toDocument } from '../../event/event-document.ts';
import { getNewestVersion } from '../../event/settings/event-versions.ts';
import { createNextEvent, type EventPart } from '../../event/settings/next-event.ts';
import { openServices } from '../../event/settings/open-event.ts';
import { defaultEventFolder } from '../../platform/config.ts';
import { anonymous, signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { sendEventFile } from '../../testing/forms.ts';
import { signInJudge } from '../../testing/judges.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { readArchiveMarker } from './event-archive.ts';
import { askWhatToTake } from './new-event.commands.ts';
import { startNewEvent } from './new-event.service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a folder with anything but an archive is refused with a sentence', async () => {
  expect(await readArchiveMarker(folder)).toBeUndefined();
  expect(await readArchiveMarker(path.join(folder, 'none'))).toBeUndefined();
  for (const content of ['', 'not JSON', '{"state":"complete"}']) {
    await writeFile(path.join(folder, 'archive.json'), content);
    await expect(readArchiveMarker(folder)).rejects.toThrow(/ is not empty\. Name a folder that is/);
  }
});

test('a new event begins with its organizers, who find the views that they saved and how they review', async () => {
  const site = await createTestApp();
  const grace = await signUpAdmin(site);
  const attendee = await createAttendee(site);
  const kept = { name: 'To read', search: '?status=pending' };
  const named = [
    { name: 'A', search: `?${new URLSearchParams({ status: 'pending', q: attendee.name })}` },
    { name: `Ask ${attendee.name.toUpperCase()}`, search: '?status=pending' },
    { name: `About ${attendee.email}`, search: '' },
  ];
  for (const view of [kept, ...named])
    expect((await grace.call('PUT', '/applications/views', view)).statusCode).toBe(200);
  await grace.call('PUT', '/reviews/blind', { blind: true });
  await grace.call('PUT', '/judging/pause', { paused: true });
  await signUp(site, { role: 'application-reviewer' });
  await signUp(site, { role: 'judging-lead' });
  await signInJudge(site);
  await site.services.db
    .insertInto('events')
    .values({ version: 9, document: '{}', sections: ['event'], origin: 'save', by: grace.id })
    .execute();
  const { config, db, files, now } = site.services;
  const said: string[] = [];
  await startNewEvent(
    {
      ...{ connection: site.database.owner, files, now, event: 'Overnight 2025', taken: { team: false } },
      writeSite: async () => undefined,
      note: (line) => void said.push(line),
      by: null,
    },
    path.join(config.dataDir, 'archive'),
  );
  // Before and after it says the same, and the truth.
  const truth =
    /the accounts of 2 reviewers, leads, volunteers and mentors, 1 judge, and the settings of the event in all their versions\.\nWhat stays: 1 organizer with their sign-ins, the results' password, blind review, the order of the waitlist, and saved views that name nobody\.$/;
  expect(said[0]).toMatch(truth);
  expect(said.at(-1)).toMatch(truth);
  for (const table of ['events', 'judges'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const keys = await db.selectFrom('settings').select('key').orderBy('key').execute();
  expect(keys.map(({ key }) => key)).toEqual(['blind-review', 'event-archive', 'saved-views']);
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: grace.id }]);
  expect((await grace.call('GET', '/applications/views')).json()).toEqual([kept]);
  expect((await grace.call('GET', '/applications/counts')).json()).toMatchObject({ all: 0 });
  await site.close();
});

test('a new event takes along what is chosen: parts of the document with their pictures, and the team', async () => {
  const site = await createTestApp(
    {},
    { event: { name: 'Owl Hack', questions: [{ id: 'pet', type: 'text', label: 'Your pet' }] } },
  );
  const grace = await signUpAdmin(site);
  const upload = async (color: string): Promise<string> =>
    JSON.parse((await sendEventFile(grace, await createTestPicture({ color }))).body).address;
  const logo = await upload('#2a6f97');
  await upload('#97402a');
  const list = [{ name: 'Acme', url: 'https://acme.example', logo, tier: 1 }];
  const values = { ...site.services.event, sponsors: { note: 'Thanks.', showPlaceholders: false, list } };
  const saved = await grace.call('PUT', '/settings/public', { version: 1, values });
  expect(saved.statusCode, saved.body).toBe(200);
  const lead = await signUp(site, { role: 'judging-lead' });
  await signUp(site, { role: 'volunteer' });
  await createAttendee(site);
  const { config, db, files, now } = site.services;
  const { document } = await getNewestVersion(db);
  const said: string[] = [];
  const close = async () =>
    startNewEvent(
      {
        ...{ connection: site.database.owner, files, now, event: 'Owl Hack' },
        taken: { team: true, document: await createNextEvent(document, ['sponsors'], config.seedEvent) },
        writeSite: async () => undefined,
        note: (line) => void said.push(line),
        by: grace.id,
      },
      path.join(config.dataDir, 'archive'),
    );
  await close();
  expect(said.at(-1)).toMatch(
    /the accounts of 1 volunteers and mentors, .*\nWhat stays: 1 organizer and 1 reviewers and leads with their sign-ins, what the next event takes along of the settings, /,
  );
  const people = await db.selectFrom('users').select('id').execute();
  expect(people.map(({ id }) => id).sort()).toEqual([grace.id, lead.id].sort());
  const logged = await db.selectFrom('audit').select(['action', 'actor_id']).execute();
  expect(logged).toEqual([{ action: 'event.closed', actor_id: grace.id }]);
  const versions = await db.selectFrom('events').selectAll().execute();
  expect(versions).toMatchObject([
    { version: 1, origin: 'seed', by: null, document: { name: 'Overnight 2025' } },
  ]);
  const { event } = await openServices({ db, config, log: site.services.log });
  expect([event.sponsors.list, event.questions]).toEqual([list, []]);
  // The picture that is named is still there, with its row and those of its other sizes.
  const rows = await db.selectFrom('files').select(['id', 'original_id as original']).execute();
  const named = (id: string | null) => `/api/pictures/${id}` === logo;
  expect(rows.filter(({ id }) => named(id))).toHaveLength(1);
  expect(rows.filter(({ original }) => named(original))).toHaveLength(4);
  expect(rows).toHaveLength(5);
  expect((await anonymous(site).call('GET', logo)).statusCode).toBe(200);
  // The same again finds that it is done, although the team is there.
  await close();
  expect(said.at(-1)).toMatch(/^This was done already/);
  await site.close();
});

test('parts that do not fit the rest are refused before anything is closed', async () => {
  const question = { id: 'boat', type: 'text', label: 'Your boat', tracks: ['Sailing'] } as const;
  const track = { ...defaultDocument.tracks[0]!, id: 'Sailing' };
  const document = toDocument(checkEvent({ ...defaultDocument, tracks: [track], questions: [question] }));
  const create = (...parts: EventPart[]) => createNextEvent(document, parts, defaultEventFolder);
  await expect(create('questions')).rejects.toThrow(
    'What the next event takes along does not fit what it begins with:\nquestions, entry 1: tracks must not name a track that the event does not have: Sailing',
  );
  expect(await create('settings')).toMatchObject({ tracks: [{ id: 'Sailing' }], questions: [] });
  expect(await create('settings', 'sponsors', 'questions')).toEqual(document);
});

test('at a terminal each part is a question', async () => {
  const asked: string[] = [];
  const taken = await askWhatToTake(async (question) => {
    asked.push(question);
    return asked.length % 2 === 0 ? 'y' : '';
  });
  expect(asked).toHaveLength(4);
  expect(taken).toEqual(['sponsors', 'team']);
});
