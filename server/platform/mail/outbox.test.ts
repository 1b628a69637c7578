import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobHandlers, jobSchedule } from '../../operations/background-jobs.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { signUp, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { queueMail } from './mail.service.ts';

const day = 24 * 3_600_000;
let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(() => site.close());

/** Delivers a mail into the outbox. */
async function sendMail(to: TestActor, about?: TestActor): Promise<string> {
  const email = { subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' };
  const mailId = await queueMail(site.services.db, {
    ...email,
    to: to.email,
    userId: to.id,
    aboutId: about?.id,
  });
  await deliverMail(site.services, { mailId });
  return mailId;
}

const outbox = () => path.join(site.services.config.dataDir, 'outbox');
const listOutbox = async () => (await readdir(outbox())).sort();

async function runHourlyJobs(): Promise<void> {
  for (const { task, match } of jobSchedule)
    if (/^\d+ \* /.test(match)) await jobHandlers[task]!(site.services, {});
}

test('mails that an account or their age has deleted leave the outbox a day later, and nothing else does', async () => {
  const [ada, bob] = [await signUp(site), await signUp(site)];
  await sendMail(ada);
  await sendMail(bob, ada);
  const bobs = await sendMail(bob);
  const foreign = ['notes.eml', `20250920T100000Z-${crypto.randomUUID()}.txt`];
  for (const name of foreign) await writeFile(path.join(outbox(), name), 'x');
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBeLessThan(300);
  await runHourlyJobs();
  expect(await listOutbox()).toHaveLength(5);
  site.advance(day + 60_000);
  await runHourlyJobs();
  const left = await listOutbox();
  expect(left).toEqual([...foreign, left.find((name) => name.includes(bobs))].sort());

  site.advance(91 * day);
  await jobHandlers['apply-retention']!(site.services, {});
  await runHourlyJobs();
  expect(await listOutbox()).toEqual(foreign.sort());
});

test('without an outbox there is nothing to do', async () => {
  await runHourlyJobs();
  await mkdir(outbox());
  await runHourlyJobs();
  expect(await listOutbox()).toEqual([]);
});
