import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acquireLease } from '../../platform/db/lease.ts';
import { stagingFolder } from '../../platform/files/staging.ts';
import type { EventClosing } from '../../platform/services.ts';
import { signUpAll, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { verifyBackup } from './event-archive.ts';

let site: TestApp;
let people: Record<'owner' | 'organizer' | 'hacker', TestActor>;
beforeAll(async () => {
  site = await createTestApp();
  people = await signUpAll(site, {
    owner: { role: 'admin' },
    organizer: { role: 'admin', isOwner: false },
    hacker: { role: 'hacker' },
  });
  await createApplicant(site, people.hacker);
});
afterAll(() => site.close());

test('an owner who has just signed in downloads a backup that can be read back, and its age is shown', async () => {
  const { owner, organizer } = people;
  const state = async () => (await owner.call('GET', '/backup')).json();
  expect(await state()).toEqual({ lastAt: null, missingFiles: 0, closed: null });
  expect((await organizer.call('GET', '/backup/site.zip')).statusCode).toBe(403);
  site.advance(11 * 60_000);
  expect((await owner.call('GET', '/backup/site.zip')).json().code).toBe('stale_sign_in');
  site.advance(-11 * 60_000);

  const answer = await owner.call('GET', '/backup/site.zip');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(answer.headers['content-disposition']).toContain('site.zip');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'backup-'));
  const file = path.join(folder, 'site.zip');
  await fs.writeFile(file, answer.rawPayload);
  await verifyBackup(file);
  expect(answer.rawPayload.includes(Buffer.from(site.services.config.secretKey))).toBe(false);
  await fs.rm(folder, { recursive: true });

  // Nothing of it stays on the disk.
  const left = await fs.readdir(stagingFolder(site.services.config.dataDir)).catch(() => []);
  expect(left).toEqual([]);
  const age = Date.now() - Date.parse((await state()).lastAt);
  expect([age >= 0, age < 120_000]).toEqual([true, true]);
  await vi.waitFor(async () => {
    const [logged] = (await owner.call('GET', '/log?kind=downloads')).json();
    expect(logged).toMatchObject({ action: 'site.backed_up', by: owner.name });
  });
});

test('an owner who has just signed in begins the next event by its name, once no other instance runs', async () => {
  const { owner, organizer } = people;
  const closings: EventClosing[] = [];
  site.services.closeEvent = (closing) => closings.push(closing);
  const begin = async (actor: TestActor, name = site.services.event.name) => {
    const answer = await actor.call('POST', '/next-event', { name, take: ['settings', 'team'] });
    return answer.json().code ?? answer.statusCode;
  };
  expect(await begin(organizer)).toBe('forbidden');
  site.advance(11 * 60_000);
  expect(await begin(owner)).toBe('stale_sign_in');
  site.advance(-11 * 60_000);
  expect(await begin(owner, 'Another event')).toBe('not_this_event');
  const { connection } = site.database;
  const options = { connection, exclusive: false, log: () => undefined };
  const leases = [await acquireLease(options), await acquireLease(options)];
  expect(await begin(owner)).toBe('other_instance');
  for (const lease of leases) await lease!.release();
  expect(closings).toEqual([]);

  await vi.waitFor(async () => expect(await begin(owner)).toBe(200));
  const folder = path.join(site.services.config.dataDir, 'archives');
  expect(closings).toMatchObject([{ folder: expect.stringContaining(folder), take: ['settings', 'team'] }]);
  // Until it is done, and if the site ends before, the page says so.
  const { closed } = (await owner.call('GET', '/backup')).json();
  expect(closed).toEqual({ folder: closings[0]!.folder, problem: 'It was begun, and is not done yet.' });
});
