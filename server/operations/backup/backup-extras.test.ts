import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import yazl from 'yazl';
import { openServices } from '../../event/settings/open-event.ts';
import { listPictureSources } from '../../platform/files/event-files.service.ts';
import { anonymous, signUp, signUpAdmin, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { sendEventFile, submitForm } from '../../testing/forms.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { answer, limitPlaces, runOffers } from '../../testing/places.ts';
import { askAgreements, askQuestions, testAnswers } from '../../testing/questions.ts';
import { listBrokenInvariants } from '../doctor/doctor.service.ts';
import { deliverMail } from '../mail/deliver-mail.service.ts';
import { createBackup } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';

/** Limits the places of a site to one, and asks for answers, agreements and guardians. */
function configure(site: TestApp): void {
  askAgreements(site);
  askQuestions(site);
  site.services.event = { ...site.services.event, guardian: { question: 'age', under: 18 } };
  limitPlaces(site, { capacity: 1 });
}

test('places, the waitlist, answers, agreements and guardians come back, and go on from there', async () => {
  const site = await createTestApp();
  configure(site);
  const grace = await signUpAdmin(site);
  const people = [];
  for (const name of ['Ada Lovelace', 'Bob Moog']) {
    const who = await signUp(site, { name });
    const sent = await submitForm(who, {
      answers: JSON.stringify({ ...testAnswers, age: 16 }),
      agreements: JSON.stringify({ conduct: '1' }),
      guardianEmail: 'parent@example.org',
    });
    await grace.call('PUT', `/applications/${sent.json().data._id}`, { status: 'approved' });
    people.push(who);
  }
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'overnight-backup-'));
  const file = path.join(folder, 'site.zip');
  const { connection } = site.database;
  const { files, now } = site.services;
  expect((await createBackup({ connection, files, now }, file)).problems).toEqual([]);

  const other = await createTestApp();
  configure(other);
  // The secret is not in the backup: whoever restores a site has it, and with it the links of before.
  Object.assign(other.services.config, { secretKey: site.services.config.secretKey });
  await restoreBackup(
    {
      connection: other.database.owner,
      files: other.services.files,
      dataDir: other.services.config.dataDir,
    },
    file,
  );
  await fs.rm(folder, { recursive: true });
  expect(await listBrokenInvariants(other.services)).toEqual([]);
  const again = people.map((who) => ({ ...who, ...withCookie(other, who.cookie) }));
  for (const [at, who] of people.entries()) {
    const [was, is] = await Promise.all(
      [who, again[at]!].map(async (each) => (await each.call('GET', '/applications/me')).json().data),
    );
    expect(is).toEqual(was);
    expect(is).toMatchObject({ place: { state: ['offered', 'waiting'][at] }, answers: expect.any(Array) });
  }
  const office = withCookie(other, grace.cookie);
  expect((await office.call('GET', '/waitlist')).json().people).toMatchObject([{ name: 'Bob Moog' }]);

  // The freed place goes to who waited, and the link of an email of before still works.
  expect((await answer(again[0]!, false)).statusCode).toBe(200);
  await runOffers(other);
  expect((await again[1]!.call('GET', '/applications/me')).json().data.place.state).toBe('offered');
  let text = '';
  other.services.sendMail = async (mail) => {
    text = String(mail.text);
  };
  const [mail] = await other.services.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', 'parent@example.org')
    .execute();
  await deliverMail(other.services, { mailId: mail!.id });
  const link = new URL(/https?:\/\/\S+\/api\/guardian\/\S+/.exec(text)![0]).pathname;
  expect((await anonymous(other).call('GET', link)).statusCode).toBe(200);
  await Promise.all([site.close(), other.close()]);
});

test('the event comes back with all of its versions, its pictures and other files', async () => {
  const site = await createTestApp();
  const grace = await signUpAdmin(site, 'Grace Hopper');
  const { address } = JSON.parse((await sendEventFile(grace, await createTestPicture())).body);
  const captions = JSON.parse((await sendEventFile(grace, Buffer.from('WEBVTT\n'))).body).address;
  const list = [{ name: 'Acme', url: 'https://acme.example', logo: address, tier: 1 }];
  const values = { ...site.services.event, sponsors: { note: 'Thanks.', showPlaceholders: false, list } };
  const saved = await grace.call('PUT', '/settings/public', { version: 1, values });
  expect(saved.statusCode, saved.body).toBe(200);
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'overnight-backup-'));
  const file = path.join(folder, 'site.zip');
  const { files, now } = site.services;
  expect((await createBackup({ connection: site.database.connection, files, now }, file)).problems).toEqual(
    [],
  );
  const other = await createTestApp();
  const { config, db, log } = other.services;
  const target = { connection: other.database.owner, files: other.services.files, dataDir: config.dataDir };
  await restoreBackup(target, file);
  await fs.rm(folder, { recursive: true });
  const read = ({ services }: TestApp) =>
    services.db.selectFrom('events').selectAll().orderBy('version').execute();
  expect(await read(other)).toEqual(await read(site));
  expect((await openServices({ db, config, log })).event).toEqual(site.services.event);
  for (const url of [address, captions]) {
    const [before, after] = await Promise.all([site, other].map((each) => anonymous(each).call('GET', url)));
    expect([after!.statusCode, after!.rawPayload]).toEqual([200, before!.rawPayload]);
  }
  expect(await listPictureSources(db)).toEqual(await listPictureSources(site.services.db));
  await Promise.all([site.close(), other.close()]);
});

test('a file whose list of contents is not JSON is refused with a sentence', async () => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('{"format": 1,'), 'manifest.json');
  zip.end();
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'overnight-backup-'));
  const file = path.join(folder, 'site.zip');
  await fs.writeFile(file, zip.outputStream);
  const target = { connection: {}, files: { keep: () => expect.unreachable() }, dataDir: folder };
  await expect(restoreBackup(target, file)).rejects.toThrow(
    `${file} is not a backup: its manifest.json is not JSON.`,
  );
  await fs.rm(folder, { recursive: true });
});
