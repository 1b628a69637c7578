import { promises as fs } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { signUp, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { sendResume, submitForm } from '../../testing/forms.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const mailsTo = ({ email }: TestActor) =>
  site.services.db
    .selectFrom('mails')
    .select(['id', 'subject', 'user_id as userId'])
    .where('recipient', '=', email)
    .execute();

test('an application is confirmed by one email, with what happens next and the calendar file', async () => {
  const ada = await signUp(site, { name: 'Ada Lovelace' });
  expect((await submitForm(ada, { track: 'Clozyt Track' })).statusCode).toBe(201);
  const mails = await mailsTo(ada);
  expect(mails).toEqual([
    { id: expect.any(String), subject: 'Application received: Overnight 2025', userId: ada.id },
  ]);

  await deliverMail(site.services, { mailId: mails[0]!.id });
  const outbox = path.join(site.services.config.dataDir, 'outbox');
  const [file] = (await fs.readdir(outbox)).filter((name) => name.includes(mails[0]!.id));
  const mail = await PostalMime.parse(await fs.readFile(path.join(outbox, file!)), {
    attachmentEncoding: 'utf8',
  });
  expect(mail.text).toContain('Hello Ada,');
  expect(mail.text).toContain('Your track: Clozyt Track.');
  expect(mail.text).toMatch(
    /1\. The organizers read .*\n2\. You get an email as soon as it is decided\.\n3\./,
  );
  expect(mail.text).toContain(`${site.services.config.publicUrl.origin}/dashboard`);
  expect(mail.html).toContain('<li ');
  expect(mail.attachments).toMatchObject([{ filename: 'schedule.ics', mimeType: 'text/calendar' }]);
  const withoutStamps = (calendar: unknown) =>
    String(calendar)
      .replaceAll('\r\n', '\n')
      .replaceAll(/^DTSTAMP:.*\n/gm, '');
  const { body } = await ada.call('GET', '/schedule.ics');
  expect(withoutStamps(mail.attachments[0]!.content)).toBe(withoutStamps(body));
});

test('a repeated form, a change, and a restored application are not confirmed again; a new application is', async () => {
  const ada = await signUp(site);
  const count = async () => (await mailsTo(ada)).length;
  await Promise.all([submitForm(ada), submitForm(ada)]);
  expect(await count()).toBe(1);
  const details = { tShirtSize: 'L', dietaryRestrictions: 'vegan' };
  expect((await ada.call('PUT', '/applications/details', details)).statusCode).toBe(200);
  expect((await ada.call('PUT', '/applications/track', { track: 'Clozyt Track' })).statusCode).toBe(200);
  expect((await sendResume(ada)).statusCode).toBe(200);
  await ada.call('POST', '/applications/withdraw');
  expect((await ada.call('POST', '/applications/restore')).statusCode).toBe(200);
  expect(await count()).toBe(1);
  await ada.call('POST', '/applications/withdraw');
  expect((await submitForm(ada)).statusCode).toBe(201);
  expect(await count()).toBe(2);
});

test('a refused application is not confirmed, and no email goes to an unverified address', async () => {
  const [ada, bob] = [await signUp(site), await signUp(site)];
  expect((await submitForm(ada, { tShirtSize: 'XXXL' })).statusCode).toBe(400);
  expect(await mailsTo(ada)).toEqual([]);
  await site.services.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', bob.id)
    .execute();
  expect((await submitForm(bob)).statusCode).toBe(201);
  expect(await mailsTo(bob)).toEqual([]);
});
