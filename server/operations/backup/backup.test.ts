import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/db/open.ts';
import { migrate } from '../../platform/db/schema.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { sendPicture, submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { setDeadline, submitTestProject } from '../../testing/projects.ts';
import { becomeNewer, older } from '../../testing/test-migrations.ts';
import { listBrokenFiles, listBrokenInvariants } from '../doctor/doctor.service.ts';
import { seed } from '../seed/seed.service.ts';
import { createBackup } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';

let site: TestApp;
let ada: TestActor;
let grace: TestActor;
let joan: TestActor;
let folder: string;
let file: string;
beforeAll(async () => {
  site = await createTestApp();
  folder = await fs.mkdtemp(path.join(tmpdir(), 'overnight-backup-'));
  file = path.join(folder, 'site.zip');
  await seed(site.services, 60);
  ada = await signUp(site);
  grace = await signUpAdmin(site);
  const applied = await submitForm(ada, {}, { resume: createPdf({ text: ['Ada has built bridges.'] }) });
  expect(applied.body).toMatch('success');
  joan = await signUp(site);
  await createApplicant(site, joan);
  setDeadline(site, 3_600_000);
  await submitTestProject(joan, { title: 'Night Bus' });
  expect((await sendPicture(joan, await createTestPicture(), 'A bus at night')).statusCode).toBe(201);
});
afterAll(async () => {
  await site.close();
  await fs.rm(folder, { recursive: true });
});

const sourceOf = ({ services, database }: TestApp) => ({
  connection: database.connection,
  files: services.files,
  now: services.now,
});
const targetOf = ({ services, database }: TestApp) => ({
  connection: database.owner,
  files: services.files,
  dataDir: services.config.dataDir,
});
const run = (at: TestApp, statement: string) => sql.raw(statement).execute(at.services.db);

async function count(at: TestApp, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    at.services.db,
  );
  return rows[0]!.n;
}

test('a site under load is backed up and restored into an empty one', async () => {
  const before = await count(site, 'applications');
  let backing = true;
  const load = (async () => {
    while (backing) await submitForm(await signUp(site));
  })();
  const { manifest, problems } = await createBackup(sourceOf(site), file);
  backing = false;
  await load;
  expect(problems).toEqual([]);
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600);

  const other = await createTestApp();
  await restoreBackup(targetOf(other), file);
  expect(await listBrokenInvariants(other.services)).toEqual([]);
  expect(await listBrokenFiles(other.services)).toEqual([]);
  expect(await count(other, 'files')).toBe(manifest.files.length);
  const [restored, now] = [await count(other, 'applications'), await count(site, 'applications')];
  expect(restored >= before && restored <= now).toBe(true);

  // Sessions still work, and show the same data and files.
  const again = withCookie(other, ada.cookie);
  const mine = (await again.call('GET', '/applications/me')).json().data;
  expect(mine).toEqual((await ada.call('GET', '/applications/me')).json().data);
  const [read, original] = [await again.call('GET', mine.resumeUrl), await ada.call('GET', mine.resumeUrl)];
  expect([read.statusCode, original.rawPayload.equals(read.rawPayload)]).toEqual([200, true]);
  // Counters, sequences and triggers go on.
  const counts = (await withCookie(other, grace.cookie).call('GET', '/applications/counts')).json();
  expect(counts.all).toBe(restored);
  expect((await submitForm(await signUp(other))).statusCode).toBe(201);
  expect(await listBrokenInvariants(other.services)).toEqual([]);
  await expect(run(other, 'delete from audit')).rejects.toThrow();
  await other.close();
});

test('projects come back with their pictures, and the open gallery with them', async () => {
  await grace.call('PUT', '/projects/switches', { galleryOpen: true });
  const gallery = path.join(folder, 'gallery.zip');
  expect((await createBackup(sourceOf(site), gallery)).problems).toEqual([]);
  await fs.access(gallery);
  const other = await createTestApp();
  other.services.event.projects = site.services.event.projects;
  await restoreBackup(targetOf(other), gallery);
  const again = withCookie(other, joan.cookie);
  const [was, is] = await Promise.all(
    [joan, again].map(async (who) => (await who.call('GET', '/projects/mine')).json()),
  );
  expect({ ...is, now: was.now }).toEqual(was);
  const [picture] = is.pictures;
  expect(picture).toMatchObject({ alternativeText: 'A bus at night' });
  for (const address of [picture.url, picture.thumbnailUrl]) {
    // Everybody may see them: the gallery is open.
    const [read, original] = await Promise.all(
      [other, site].map((each) => each.app.inject({ url: address })),
    );
    expect([read!.statusCode, read!.rawPayload.equals(original!.rawPayload)]).toEqual([200, true]);
  }
  await fs.rm(gallery);
  await other.close();
});

test('a site with accounts is not overwritten, nor is a file that exists', async () => {
  const other = await createTestApp();
  await signUp(other);
  await expect(restoreBackup(targetOf(other), file)).rejects.toThrow('This site has accounts already.');
  expect(await count(other, 'users')).toBe(1);
  await expect(createBackup(sourceOf(other), file)).rejects.toThrow('exists already');
  expect((await fs.readdir(folder)).sort()).toEqual(['site.zip']);
  await other.close();
});

test('a damaged or truncated backup restores nothing, a failed backup leaves no file', async () => {
  const complete = await fs.readFile(file);
  const damaged = Buffer.from(complete);
  const at = damaged.indexOf('tables/users') + 200;
  for (let place = at; place < at + 20; place += 1) damaged[place]! ^= 0xff;
  const other = await createTestApp();
  for (const bytes of [damaged, complete.subarray(0, complete.length / 2), Buffer.from('no archive')]) {
    const bad = path.join(folder, 'bad.zip');
    await fs.writeFile(bad, bytes);
    await expect(restoreBackup(targetOf(other), bad)).rejects.toThrow();
  }
  expect([await count(other, 'users'), await count(other, 'applications')]).toEqual([0, 0]);
  await restoreBackup(targetOf(other), file);
  expect(await listBrokenInvariants(other.services)).toEqual([]);
  await other.close();

  const unreachable = { ...sourceOf(site), connection: { ...site.database.connection, database: 'nowhere' } };
  await expect(createBackup(unreachable, path.join(folder, 'half.zip'))).rejects.toThrow();
  expect((await fs.readdir(folder)).sort()).toEqual(['bad.zip', 'site.zip']);
});

test('vectors are not in a backup: they are made again', async () => {
  await run(
    site,
    `insert into profile_vectors select application_id, 'words', 0, '', '', changed from profiles limit 1`,
  );
  const moved = path.join(folder, 'moved.zip');
  const { manifest } = await createBackup(sourceOf(site), moved);
  expect(manifest.tables.map(({ name }) => name)).not.toContain('profile_vectors');
  const other = await createTestApp();
  await restoreBackup(targetOf(other), moved);
  expect([await count(other, 'profiles'), await count(other, 'profile_vectors')]).toEqual([
    await count(site, 'profiles'),
    0,
  ]);
  await other.close();
});

test('a restored site sends the mails that were waiting, not those that were given up', async () => {
  const source = await createTestApp();
  const { db } = source.services;
  const email = { to: 'ada@example.org', userId: null, subject: 'Hello', text: 'Plain', html: '' };
  const waiting = await queueMail(db, email);
  const failed = await queueMail(db, email);
  await run(source, `update mails set failed_at = now(), failure = '550 5.1.1' where id = '${failed}'`);
  const mails = path.join(folder, 'mails.zip');
  await createBackup(sourceOf(source), mails);
  const other = await createTestApp();
  await restoreBackup(targetOf(other), mails);
  const { rows } = await sql<{ id: string }>`
    select payload->>'mailId' as id from graphile_worker._private_jobs`.execute(other.services.db);
  expect(rows).toEqual([{ id: waiting }]);
  await source.close();
  await other.close();
});

test('an older backup is migrated, a newer one refused', async () => {
  const old = await createTestDatabase({ empty: true });
  const opened = openDatabase(old.connection, { max: 1, maintenance: true });
  await migrate(opened);
  await sql`insert into users (name) values ('Ada')`.execute(opened.db);
  await opened.db.destroy();
  const early = path.join(folder, 'early.zip');
  const { manifest } = await createBackup({ ...sourceOf(site), connection: old.connection }, early);
  expect(manifest.migrations.at(-1)).toBe(older);
  onTestFinished(becomeNewer());

  const bare = await createTestDatabase({ empty: true });
  const bareTarget = { ...targetOf(site), connection: bare.connection };
  await restoreBackup(bareTarget, early);
  await expect(restoreBackup(bareTarget, early)).rejects.toThrow('have different versions');
  // A table of a later migration is there too.
  const names = await sql<{
    name: string;
  }>`select name from users where not exists (select from pets)`.execute(bare.db);
  expect(names.rows).toEqual([{ name: 'Ada' }]);
  await sql`insert into kysely_migration (name, timestamp) values ('999_tomorrow', '')`.execute(bare.db);
  const late = path.join(folder, 'late.zip');
  await createBackup({ ...sourceOf(site), connection: bare.connection }, late);
  const empty = await createTestDatabase({ empty: true });
  await expect(restoreBackup({ ...targetOf(site), connection: empty.connection }, late)).rejects.toThrow(
    'newer version',
  );

  await sql`insert into kysely_migration (name, timestamp) values ('001_people_to_door', '')`.execute(
    bare.db,
  );
  const former = path.join(folder, 'former.zip');
  await createBackup({ ...sourceOf(site), connection: bare.connection }, former);
  await expect(restoreBackup({ ...targetOf(site), connection: empty.connection }, former)).rejects.toThrow(
    /^This backup is from an earlier version of the program, which this one cannot upgrade\./,
  );
  const { rows: tables } = await sql`select from pg_tables where schemaname = 'public'`.execute(empty.db);
  expect(tables).toEqual([]);
  for (const database of [old, bare, empty]) await database.drop();
});
