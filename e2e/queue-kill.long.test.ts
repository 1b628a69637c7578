import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listAddresses } from './outbox.ts';
import { useSite } from './site.ts';

const site = useSite();
const mails = 3000;

async function queueMails(): Promise<void> {
  await sql`with queued as (
      insert into mails (recipient, subject, text, html)
      select 'person' || n || '@example.org', 'Doors open', 'Hello', 'Hello' from generate_series(1, ${mails}) n
      returning id
    ) select graphile_worker.add_job('deliver-mail', json_build_object('mailId', id), max_attempts => 1500)
      from queued`.execute(site.db);
}

const countSent = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mails
    where sent_at is not null`.execute(site.db);
  return rows[0]!.count;
};

const closeConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'overnight%'`.execute(
    site.db,
  );

test('3,000 mails go on within 30 s after every connection was closed for 20 s, and each is sent once', async () => {
  await queueMails();
  await expect.poll(countSent, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(50)) await closeConnections();
  const before = await countSent();
  expect(before).toBeLessThan(mails);
  await expect.poll(countSent, { timeout: 30_000, interval: 100 }).toBeGreaterThan(before);
  // What was taken while its connection closed is locked for two minutes.
  await expect.poll(countSent, { timeout: 300_000, interval: 1000 }).toBe(mails);
  const addresses = await listAddresses(site.dataDir);
  expect([addresses.length, new Set(addresses).size]).toEqual([mails, mails]);
});
