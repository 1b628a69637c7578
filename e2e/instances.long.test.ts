import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passToken } from '../server/event-day/check-in/pass.ts';
import { openEventStream } from '../server/testing/event-stream.ts';
import { type MailServer, startMailServer } from '../server/testing/mail-server.ts';
import { Instances, secretKey } from './soak/instances.ts';
import { Load } from './soak/load.ts';
import type { LoadUser } from './soak/users.ts';
import { findLosses } from './soak/verify.ts';

let instances: Instances;
let mail: MailServer;
let load: Load;
beforeAll(async () => {
  mail = await startMailServer();
  instances = new Instances();
  await instances.start(3, { SMTP_URL: mail.url, MAIL_FROM: 'site@example.org', MAIL_RATE: '1000' });
  load = new Load(instances);
  await load.prepare(80);
});
afterAll(async () => {
  await instances.stop();
  await mail.close();
});

function call({ cookie }: Pick<LoadUser, 'cookie'>, at: string, path: string, body?: unknown, key?: string) {
  return fetch(`${at}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const nobody = { cookie: '' };

async function createGuest(): Promise<LoadUser> {
  const [guest] = await instances.createUsers(1);
  await instances.db
    .insertInto('applications')
    .values({
      user_id: guest!.id,
      status: 'approved',
      track: 'Hacker Track',
      major: 'Mathematics',
      t_shirt_size: 'M',
      dietary_restrictions: 'vegan',
      why_join: 'I build robots with Rust.',
      reviewed_at: new Date(),
    })
    .execute();
  return guest!;
}

test('a session opened anywhere is valid on every instance, and ended on every instance', async () => {
  const [ada] = await instances.createUsers(1);
  const statuses = () =>
    Promise.all(instances.urls.map(async (url) => (await call(ada!, url, '/applications/me')).status));
  // Nobody has applied yet.
  expect(await statuses()).toEqual([404, 404, 404]);
  await fetch(`${instances.urls[1]}/api/auth/logout`, {
    headers: { cookie: ada!.cookie },
    redirect: 'manual',
  });
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('a pass from one instance is read by another, and admits once whichever instances are asked', async () => {
  const guest = await createGuest();
  const [station] = await instances.createUsers(1, 'volunteer');
  const [, second] = instances.urls;
  const pass = passToken({ config: { secretKey } }, { id: guest.id, passVersion: 1 });
  const read = await call(station!, second!, '/check-ins/read', { userId: guest.id, pass });
  expect([read.status, (await read.json()).passVerified]).toEqual([200, true]);
  const admit = (at: string) =>
    call(station!, at, '/applications/check-in', { userId: guest.id }, crypto.randomUUID());
  const answers = await Promise.all(instances.urls.map(admit));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a page at one instance is notified of what happens at another', async () => {
  const [leader, member] = await instances.createUsers(2);
  const [first, second] = instances.urls;
  const made = await call(leader!, first!, '/teams', { name: `Team ${crypto.randomUUID().slice(0, 8)}` });
  const { inviteCode } = (await made.json()) as { inviteCode: string };
  const stream = await openEventStream(second!, leader!);
  expect((await call(member!, first!, '/teams/join', { inviteCode })).status).toBe(200);
  await stream.next('team');
  stream.stop();
});

test('an application is found by description on every instance', async () => {
  await createGuest();
  const [admin] = await instances.createUsers(1, 'admin');
  for (const url of instances.urls)
    await expect
      .poll(async () => {
        const answer = await call(admin!, url, '/search/vector-only', { query: 'builds robots' });
        return ((await answer.json()) as { results: unknown[] }).results.length;
      })
      .toBeGreaterThan(0);
});

test('failed sign-ins count for all instances together', async () => {
  const [, row = ''] = (await instances.command('judges', 'create', '1')).trim().split('\n');
  const [username = ''] = row.split(',');
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    const url = instances.urls[attempt % 3]!;
    statuses.push((await call(nobody, url, '/judge/login', { username, password: 'wrong password' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
});

test('every mail is sent once', async () => {
  const addresses = Array.from({ length: 30 }, () => `${crypto.randomUUID()}@example.org`);
  await Promise.all(
    addresses.map((email, index) => call(nobody, instances.urls[index % 3]!, '/auth/email/start', { email })),
  );
  const sent = () =>
    addresses.map(
      (email) =>
        mail.received.filter((text) => text.includes(`<${email}>`) || text.includes(`To: ${email}`)).length,
    );
  await expect.poll(() => sent().every((count) => count > 0)).toBe(true);
  await pause(1000);
  expect(sent()).toEqual(addresses.map(() => 1));
});

test('one instance is killed under load: nothing is lost or doubled, and the others go on', async () => {
  load.start(10, 50);
  const acknowledgedMore = async (count: number) => {
    const before = load.journal.length;
    await expect.poll(() => load.journal.length, { timeout: 120_000 }).toBeGreaterThan(before + count);
  };
  await acknowledgedMore(20);
  await instances.stopInstance(instances.urls[0]!, 'SIGKILL');
  await acknowledgedMore(40);
  await instances.startInstance();
  await acknowledgedMore(20);
  await load.finish();
  expect(await findLosses(instances, load)).toEqual([]);
});

test('an instance that disagrees with those that run is refused and told what differs, until it is accepted', async () => {
  const other = { SECRET_KEY: 'Zq3rW8tYb1NcVx6LkJ0hGfDsApOiUeM5', PUBLIC_URL: 'http://localhost:9' };
  await expect(instances.startInstance(other)).rejects.toThrow(
    /Another instance of the site runs on this database with other settings: SECRET_KEY and PUBLIC_URL\./,
  );
  await expect(instances.startInstance({ S3_BUCKET: 'elsewhere' })).rejects.toThrow(
    /with other settings: the storage of files\./,
  );
  expect(instances.urls).toHaveLength(3);
  expect(await instances.commandWith(other, 'settings', 'accept')).toBe(
    'Accepted: SECRET_KEY and PUBLIC_URL. Restart instances that run with the old settings.\n',
  );
  await instances.startInstance(other);
  await expect(instances.startInstance()).rejects.toThrow(/SECRET_KEY and PUBLIC_URL/);
});
