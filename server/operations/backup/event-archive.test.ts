import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { signInJudge } from '../../testing/judges.ts';
import { readArchiveMarker } from './event-archive.ts';
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
  await createAttendee(site);
  await grace.call('PUT', '/applications/views', { name: 'To read', search: '?status=pending' });
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
      ...{ connection: site.database.owner, files, now, event: 'Overnight 2025' },
      writeSite: async () => undefined,
      note: (line) => void said.push(line),
    },
    path.join(config.dataDir, 'archive'),
  );
  // Before and after it says the same, and the truth.
  const truth =
    /the accounts of 2 reviewers, leads, volunteers and mentors, 1 judge, and the settings of the event in all their versions\.\nWhat stays: 1 organizer with their sign-ins, the results' password, blind review, the order of the waitlist, and saved views\.$/;
  expect(said[0]).toMatch(truth);
  expect(said.at(-1)).toMatch(truth);
  for (const table of ['events', 'judges'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const keys = await db.selectFrom('settings').select('key').orderBy('key').execute();
  expect(keys.map(({ key }) => key)).toEqual(['blind-review', 'event-archive', 'saved-views']);
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: grace.id }]);
  expect((await grace.call('GET', '/applications/counts')).json()).toMatchObject({ all: 0 });
  await site.close();
});
