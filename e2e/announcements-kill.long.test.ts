import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { releaseStaleJobs } from '../server/platform/jobs/jobs.queries.ts';
import { listAddresses } from './outbox.ts';
import { startProgram } from './program.ts';
import { useSite } from './site.ts';

const site = useSite();
const people = 3000;

async function createPeople(): Promise<void> {
  await sql`with people as (
      insert into users (name, email, email_verified)
      select 'Person ' || n, 'person' || n || '@example.org', true from generate_series(1, ${people}) n returning id
    )
    insert into applications (user_id, status, track, major, t_shirt_size, dietary_restrictions, why_join, reviewed_at)
    select id, 'approved', 'Hacker Track', 'Mathematics', 'M', 'none', 'To learn.', now() from people`.execute(
    site.db,
  );
}

const countRows = async (condition: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from announcement_receivers r
    left join mails m on m.id = r.mail_id where ${sql.raw(condition)}`.execute(site.db);
  return rows[0]!.count;
};
const wait = (what: () => Promise<boolean>, timeout: number) =>
  expect.poll(what, { timeout, interval: 20 }).toBe(true);

/** How many jobs were ever added, those of transactions that have not committed included: a sequence tells. */
async function countBegunJobs(): Promise<number> {
  const { rows } = await sql<{ count: string }>`select pg_sequence_last_value(
    pg_get_serial_sequence('graphile_worker._private_jobs', 'id')::regclass) as count`.execute(site.db);
  return Number(rows[0]!.count);
}

/** Kills the program as a power cut does, and starts it again. It is alone, so what it had locked is free at once. */
async function killAndRestart(): Promise<void> {
  await site.program.stop('SIGKILL');
  site.program = await startProgram({ LOG_LEVEL: 'warn', ...site.environment });
  await releaseStaleJobs(site.db, 0);
}

test('everybody of 3,000 gets one email, although the program is killed again and again', async () => {
  await createPeople();
  const organizer = await site.person({ role: 'admin' });
  const announcement = {
    ...{ subject: 'Doors open', text: 'Hello {name}, the doors are open.', segment: { status: 'approved' } },
    ...{ email: true, aboutPlace: false },
  };
  const answer = await organizer.call('POST', '/announcements', announcement);
  expect(answer.status).toBe(201);
  // In the middle of a batch of a hundred: its first emails are written, and not committed.
  for (const part of [240, 1030, 2060]) {
    await wait(async () => (await countBegunJobs()) >= part, 120_000);
    await killAndRestart();
    expect(await countRows(`state = 'queued' and m.id is null`)).toBe(0);
  }
  // The last kills are while they are delivered.
  for (const part of [500, 1500]) {
    await wait(async () => (await countRows('m.sent_at is not null')) >= part, 120_000);
    await killAndRestart();
  }
  await wait(async () => (await countRows('m.sent_at is not null')) === people, 300_000);
  const { rows } = await sql`select user_id from mails group by user_id having count(*) > 1`.execute(site.db);
  expect(rows).toEqual([]);
  const addresses = await listAddresses(site.dataDir);
  expect([addresses.length, new Set(addresses).size]).toEqual([people, people]);
}, 900_000);
