import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from './actors.ts';
import { createTestApp } from './app.ts';
import { submitForm } from './forms.ts';

// The answers of the default event, recorded before the program knew limited places and announcements. Record them again
// only when an answer changes for everybody: RECORD_ANSWERS=1 vitest run server/testing/default-answers.test.ts
const recorded = path.join(import.meta.dirname, 'default-answers.json');

/** Replaces what differs from run to run: ids by the order in which they appear, moments, codes, and what is signed. */
function createNormalizer(): (text: string) => string {
  const ids = new Map<string, string>();
  return (text) =>
    text
      .replace(/data:image[^"]+/g, '<image>')
      .replace(/"passDigest":"[^"]+"/g, '"passDigest":"<digest>"')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`);
        return ids.get(id)!;
      })
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<moment>')
      .replace(/(ada\.lovelace|grace\.hopper)\.\d+@/g, '$1@')
      .replace(/"day":"[\d-]+"/g, '"day":"<day>"');
}

test('with everything optional off, the answers and emails are byte for byte those of before', async () => {
  const site = await createTestApp();
  const normalize = createNormalizer();
  const answers: string[] = [];
  const say = async (who: TestActor, ...[method, url, body]: Parameters<TestActor['call']>) => {
    const answer = await who.call(method, url, body);
    answers.push(normalize(`${method} ${url} ${answer.statusCode} ${answer.body}`));
    return answer;
  };
  const ada = await signUp(site, { name: 'Ada Lovelace' });
  const grace = await signUpAdmin(site, 'Grace Hopper');
  await say(ada, 'GET', '/applications/me');
  await say(ada, 'PUT', '/attendance', { attending: true });
  const sent = await submitForm(ada);
  answers.push(normalize(`the form ${sent.statusCode} ${sent.body}`));
  const id = sent.json().data._id as string;
  const everything = async () => {
    await say(ada, 'GET', '/applications/me');
    await say(ada, 'GET', '/auth/user');
    await say(ada, 'GET', `/attendance/user-attendance-status/${ada.id}`);
    for (const url of ['', `/${id}`, '/counts', '/search?term=Ada&status=approved'])
      await say(grace, 'GET', `/applications${url}`);
    await say(grace, 'GET', '/check-ins/roster');
    await say(grace, 'POST', '/check-ins/read', { userId: ada.id });
  };
  await everything();
  await say(ada, 'PUT', '/attendance', { attending: true });
  await say(grace, 'PUT', `/applications/${id}`, { status: 'approved', undoable: true });
  await say(grace, 'POST', `/applications/${id}/undo`, { status: 'approved' });
  await say(grace, 'POST', '/applications/status', { ids: [id], status: 'approved' });
  await everything();
  for (const attending of [true, false, true]) await say(ada, 'PUT', '/attendance', { attending });
  await everything();
  await say(ada, 'POST', '/applications/withdraw');
  await say(ada, 'POST', '/applications/restore');
  await everything();
  await say(grace, 'PUT', `/applications/${id}`, { status: 'rejected' });
  await everything();
  await say(grace, 'PUT', `/applications/${id}`, { status: 'approved', from: 'rejected' });
  await say(grace, 'POST', '/applications/check-in', { userId: ada.id });
  await say(grace, 'PUT', `/applications/${id}`, { status: 'rejected' });
  await say(ada, 'PUT', '/attendance', { attending: false });
  await everything();
  const mails = await site.services.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .orderBy('created_at')
    .execute();
  answers.push(...mails.map((mail) => normalize(JSON.stringify(mail))));
  await site.close();
  if (process.env.RECORD_ANSWERS) writeFileSync(recorded, `${JSON.stringify(answers, null, 2)}\n`);
  expect(answers).toEqual(JSON.parse(readFileSync(recorded, 'utf8')));
});
