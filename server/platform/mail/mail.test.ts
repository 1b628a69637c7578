import { promises as fs } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, expect, test, vi } from 'vitest';
import { jobHandlers, urgentJobHandlers } from '../../operations/background-jobs.ts';
import { startEmailSignIn } from '../../people/auth/sign-in-codes.service.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { runTyped } from '../command-usage.ts';
import { shortenBackoff } from '../jobs/jobs.queries.ts';
import { type Jobs, startJobs } from '../jobs/worker.ts';
import { mailCommand } from './mail.commands.ts';
import { queueMail } from './mail.service.ts';

const email = {
  to: 'ada@example.org',
  userId: null,
  subject: 'Hello – Ada',
  text: 'Plain',
  html: '<p>Rich</p>',
};
const cleanups: (() => Promise<unknown>)[] = [];

// Most of these tests wait for a retry, so they run concurrently, each on a program of its own.
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function program(overrides: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const site = await createTestApp(overrides);
  cleanups.push(site.close);
  return site;
}

async function work({ services, database }: TestApp, options = {}): Promise<Jobs> {
  const jobs = await startJobs(services, database.pool, {
    handlers: jobHandlers,
    urgentHandlers: urgentJobHandlers,
    ...options,
  });
  cleanups.push(jobs.stop);
  return jobs;
}

async function sink(refusals = 0, responseCode = 451, text = 'Try later'): Promise<MailServer> {
  const server = await startMailServer({ refusals, responseCode, text });
  cleanups.push(() => server.close().catch(() => undefined));
  return server;
}

const mailRows = ({ services }: TestApp) => services.db.selectFrom('mails').selectAll().execute();
const allSent = (site: TestApp) =>
  vi.waitFor(async () => expect((await mailRows(site)).every((mail) => mail.sent_at)).toBe(true), {
    timeout: 15_000,
    interval: 50,
  });
const waitingJobs = ({ database }: TestApp) =>
  database.pool
    .query("select attempts, run_at - now() > interval '5 minutes' as late from graphile_worker.jobs")
    .then(({ rows }) => rows);

test.concurrent('without SMTP a mail is one file in the outbox, a complete message', async () => {
  const site = await program();
  const id = await queueMail(site.services.db, email);
  await work(site);
  await allSent(site);
  const folder = path.join(site.services.config.dataDir, 'outbox');
  const files = await fs.readdir(folder);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatch(new RegExp(`^\\d{8}T\\d{6}Z-${id}\\.eml$`));
  const mail = await PostalMime.parse(await fs.readFile(path.join(folder, files[0]!)));
  expect(mail).toMatchObject({
    from: { name: site.services.event.name, address: 'no-reply@localhost' },
    to: [{ address: 'ada@example.org' }],
    subject: 'Hello – Ada',
    messageId: `<${id}@localhost>`,
  });
  expect(mail.text?.trim()).toBe('Plain');
  expect(mail.html?.trim()).toBe('<p>Rich</p>');
});

test.concurrent('a rolled-back mail is not sent', async () => {
  const site = await program();
  const given = site.services.db.transaction().execute(async (trx) => {
    await queueMail(trx, email);
    throw new Error('changed my mind');
  });
  await expect(given).rejects.toThrow('changed my mind');
  expect(await mailRows(site)).toEqual([]);
  expect(await waitingJobs(site)).toEqual([]);
});

test.concurrent('a line break in an address is refused', async () => {
  const site = await program();
  const bad = { ...email, to: 'ada@example.org\r\nBcc: x@example.org' };
  await expect(queueMail(site.services.db, bad)).rejects.toThrow('line break');
  expect(await mailRows(site)).toEqual([]);
});

test.concurrent('a line break in a subject becomes a space, and one in the name of the sender begins no header', async () => {
  const site = await program();
  const { event } = site.services;
  site.services.event = { ...event, name: 'Owl\r\nBcc: y@example.org' };
  await queueMail(site.services.db, { ...email, subject: 'a \r\n\tBcc: x@example.org\u2028b' });
  await work(site);
  await allSent(site);
  const folder = path.join(site.services.config.dataDir, 'outbox');
  const [file] = await fs.readdir(folder);
  const mail = await PostalMime.parse(await fs.readFile(path.join(folder, file!)));
  expect(mail).toMatchObject({
    subject: 'a Bcc: x@example.org b',
    from: { name: expect.stringContaining('Owl') },
    to: [{ address: 'ada@example.org' }],
  });
  expect(mail.bcc).toBeUndefined();
});

test.concurrent('by SMTP each mail is sent once, and retried after a refusal', async () => {
  const server = await sink(1);
  const site = await program({ smtpUrl: server.url });
  const ids = [await queueMail(site.services.db, email), await queueMail(site.services.db, email)];
  await work(site);
  await allSent(site);
  expect(server.received.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]).sort()).toEqual(
    ids.map((id) => `<${id}@localhost>`).sort(),
  );
  // The job ends a moment after the mail is sent.
  await vi.waitFor(async () => expect(await waitingJobs(site)).toEqual([]), 30_000);
});

async function runMailCommand(site: TestApp, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const shell = { config: () => site.services.config, open: async () => site.services };
  await runTyped(mailCommand, args, { ...shell, print, note: () => undefined });
  return lines;
}

test.concurrent('a mail whose address is refused permanently is given up, listed, and can be sent again', async () => {
  const server = await sink(1, 550, '5.1.1 No such mailbox of ada@example.org');
  const site = await program({ smtpUrl: server.url });
  const lines: string[] = [];
  site.services.log.warn = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  const id = await queueMail(site.services.db, email);
  await work(site);
  await vi.waitFor(async () => expect(await waitingJobs(site)).toEqual([]), 30_000);
  expect(await mailRows(site)).toMatchObject([{ sent_at: null, failure: '550 5.1.1' }]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('550 5.1.1');
  expect(lines[0]).not.toContain('ada@');
  expect(await runMailCommand(site, 'failed')).toEqual([
    expect.stringMatching(new RegExp(`^${id}\\t.*\\t550 5\\.1\\.1\\tada@example\\.org\\t`)),
  ]);
  expect(await runMailCommand(site, 'retry', crypto.randomUUID())).toEqual(['Mails queued again: 0.']);
  expect(await runMailCommand(site, 'retry', id)).toEqual(['Mails queued again: 1.']);
  await allSent(site);
  expect(server.received).toHaveLength(1);
  expect(await runMailCommand(site, 'failed')).toEqual([]);
});

test.concurrent.each([
  [550, '5.7.1 Blocked by policy'],
  [550, 'Mailbox unavailable'],
  [553, '5.3.0 Not now'],
])('a mail refused with %i %s is retried', async (responseCode, text) => {
  const server = await sink(1, responseCode, text);
  const site = await program({ smtpUrl: server.url });
  await queueMail(site.services.db, email);
  await work(site);
  await allSent(site);
  expect(server.received).toHaveLength(1);
});

test.concurrent('a mail that could not be delivered for three days is given up', async () => {
  const server = await sink(9);
  const site = await program({ smtpUrl: server.url });
  await queueMail(site.services.db, email);
  site.advance(73 * 3_600_000);
  await work(site);
  await vi.waitFor(async () => expect(await waitingJobs(site)).toEqual([]), 30_000);
  expect(await mailRows(site)).toMatchObject([
    { sent_at: null, failure: 'not delivered within 3 days (451)' },
  ]);
});

test.concurrent('a sign-in code does not wait for the mails before it', async () => {
  const server = await sink();
  const site = await program({ smtpUrl: server.url, mailRate: 2 });
  const bulk = 20;
  for (let count = 0; count < bulk; count += 1) await queueMail(site.services.db, email);
  await work(site);
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(0), 5000);
  await startEmailSignIn(site.services, 'grace@example.org', { ip: '10.0.0.1' });
  await vi.waitFor(
    () => expect(server.received.some((mail) => mail.includes('grace@example.org'))).toBe(true),
    { timeout: 15_000, interval: 20 },
  );
  expect(server.received.length).toBeLessThan(bulk / 2);
});

test.concurrent('an unreachable mail server is retried within five minutes however often it failed', async () => {
  const closed = await sink();
  await closed.close();
  const site = await program({ smtpUrl: closed.url });
  await queueMail(site.services.db, email);
  await work(site);
  await vi.waitFor(async () => expect(await waitingJobs(site)).toMatchObject([{ attempts: 1 }]), 30_000);
  await site.database.pool.query(
    "update graphile_worker._private_jobs set attempts = 9, run_at = now() + interval '2 hours', locked_at = null, locked_by = null",
  );
  expect(await waitingJobs(site)).toEqual([{ attempts: 9, late: true }]);
  await shortenBackoff(site.services.db, 240);
  expect(await waitingJobs(site)).toEqual([{ attempts: 9, late: false }]);
});

test.concurrent('a mail server that never answers delays nothing but the mail', async () => {
  const hole: Server = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((ready) => hole.once('listening', ready));
  cleanups.push(async () => hole.close());
  const site = await program({ smtpUrl: `smtp://127.0.0.1:${(hole.address() as AddressInfo).port}` });
  await work(site);
  await queueMail(site.services.db, email);
  await vi.waitFor(async () => expect(await waitingJobs(site)).toMatchObject([{ attempts: 1 }]), 30_000);
  expect(await mailRows(site)).toMatchObject([{ sent_at: null }]);
});

test.concurrent('a mail that a killed program was about to send is sent at the next start', async () => {
  const server = await sink();
  const site = await program({ smtpUrl: server.url });
  await queueMail(site.services.db, email);
  await site.database.pool.query(
    "update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'killed'",
  );
  await work(site, { alone: true });
  await allSent(site);
  expect(server.received).toHaveLength(1);
});

test.concurrent('a kill between delivery and update sends the same Message-ID again', async () => {
  const server = await sink();
  const site = await program({ smtpUrl: server.url });
  const id = await queueMail(site.services.db, email);
  const { sendMail } = site.services;
  let killed = false;
  site.services.sendMail = async (message, file) => {
    await sendMail(message, file);
    if (killed) return;
    killed = true;
    throw new Error('killed before the mark');
  };
  await work(site);
  await allSent(site);
  const ids = server.received.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
  expect(ids).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
});
