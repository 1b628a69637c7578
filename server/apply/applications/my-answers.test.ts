import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { askQuestions, testAnswers, testQuestions } from '../../testing/questions.ts';

let site: TestApp;
let ada: TestActor;
let grace: TestActor;
let received: { to: string; text: string }[];
beforeEach(async () => {
  site = await createTestApp();
  askQuestions(site);
  site.services.event = { ...site.services.event, guardian: { question: 'age', under: 18 } };
  received = [];
  site.services.sendMail = async ({ to, text }) => {
    received.push({ to: (to as { address: string }).address, text: String(text) });
  };
  ada = await signUp(site, { name: 'Ada Lovelace' });
  grace = await signUpAdmin(site);
});
afterEach(() => site.close());

const apply = (age = 19) =>
  submitForm(ada, {
    answers: JSON.stringify({ ...testAnswers, age }),
    ...(age < 18 && { guardianEmail: 'pareent@example.org' }),
  });
const change = (answers: Record<string, unknown>, more = {}) =>
  ada.call('PUT', '/applications/answers', { answers, ...more });
const ask = (body = {}) => ada.call('POST', '/applications/guardian', body);
const mine = async () => (await ada.call('GET', '/applications/me')).json().data;
const answerTo = async (id: string) =>
  (await mine()).answers.find((answer: { id: string }) => answer.id === id)?.value;

async function deliverAll(): Promise<string[]> {
  const mails = await site.services.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .execute();
  received = [];
  for (const { id } of mails) await deliverMail(site.services, { mailId: id });
  return received.map(({ to }) => to);
}
const newestLink = () =>
  new URL(/https?:\/\/\S+\/api\/guardian\/\S+/.exec(received.find(({ to }) => to !== ada.email)!.text)![0])
    .pathname;

test('answers change one by one; the others stay with their questions as they were asked', async () => {
  await apply();
  expect((await mine()).editableAnswers).toMatchObject({ needs: ['Captions', 'Quiet room'], age: ['19'] });
  const later = testQuestions.map((question) =>
    question.id === 'level' ? { ...question, label: 'Level', options: ['Other'] } : question,
  );
  askQuestions(site, [...later, { ...testQuestions[0], id: 'late', required: true }]);
  expect((await change({ nickname: 'Countess', photos: null, needs: ['Captions'] })).statusCode).toBe(200);
  const answers: { id: string; label: string; value: string }[] = (await mine()).answers;
  expect(answers.map(({ id }) => id)).toEqual([
    ...['nickname', 'built', 'level', 'needs', 'age', 'country', 'school', 'graduates'],
  ]);
  expect(answers.find(({ id }) => id === 'level')).toMatchObject({
    label: 'Level of study',
    value: 'Master',
  });
  expect([await answerTo('nickname'), await answerTo('needs')]).toEqual(['Countess', 'Captions']);
  expect((await change({ late: 'New', level: 'Other' })).statusCode).toBe(200);
  expect([await answerTo('late'), await answerTo('level')]).toEqual(['New', 'Other']);
});

test('a change follows the rules of the form, and what is not asked is ignored', async () => {
  await apply();
  const before = await mine();
  expect((await change({ age: null })).json()).toMatchObject({
    code: 'apply_missing',
    message: 'Please fill in all required fields: Age',
  });
  expect((await change({ nickname: 'Countess', age: 12 })).json()).toMatchObject({
    code: 'invalid_input',
    fields: { 'answers.age': 'Age must be at least 13.' },
  });
  expect((await change({ nonsense: 'x' })).statusCode).toBe(200);
  expect(await mine()).toEqual(before);
});

test('answers are fixed after a rejection and at the entrance, and nobody changes what they have not sent', async () => {
  expect((await change({ nickname: 'A' })).statusCode).toBe(404);
  const { _id } = (await apply()).json().data;
  await grace.call('PUT', `/applications/${_id}`, { status: 'rejected' });
  expect((await change({ nickname: 'A' })).json().code).toBe('details_fixed');
  expect(await mine()).not.toHaveProperty('editableAnswers');
  await grace.call('PUT', `/applications/${_id}`, { status: 'approved' });
  expect((await change({ nickname: 'A' })).statusCode).toBe(200);
  await grace.call('POST', '/applications/check-in', { userId: ada.id });
  expect((await change({ nickname: 'B' })).json().code).toBe('details_fixed');
  expect(await mine()).not.toHaveProperty('editableAnswers');
  expect(await answerTo('nickname')).toBe('A');
});

test('organizers read in the history which answers changed, and none of them', async () => {
  const { _id } = (await apply()).json().data;
  await change({ nickname: 'Countess', needs: [] });
  const history = (await grace.call('GET', `/applications/${_id}/history`)).json();
  expect(history.at(-1)).toMatchObject({
    by: 'Ada Lovelace',
    action: 'answers.changed',
    reason: 'Nickname, What do you need?',
  });
  expect(JSON.stringify(history)).not.toContain('Countess');
});

test('a wrong address of a guardian is corrected: the link before ends, and the unsent email is not sent', async () => {
  const { _id } = (await apply(16)).json().data;
  await deliverAll();
  const first = newestLink();
  expect((await ask({ email: 'Parent@Example.org' })).json().code).toBe('guardian_just_asked');
  site.advance(61_000);
  expect((await ask({ email: ada.email })).json().fields).toEqual({
    guardianEmail: 'This is your own email address: enter that of your parent or guardian.',
  });
  expect((await ask({ email: 'nobody' })).statusCode).toBe(400);
  expect((await ask({ email: 'wrong.again@example.org' })).statusCode).toBe(200);
  site.advance(61_000);
  expect((await ask({ email: 'Parent@Example.org' })).statusCode).toBe(200);
  expect((await mine()).guardian.email).toBe('parent@example.org');
  expect((await deliverAll()).filter((to) => to !== ada.email)).toEqual(['parent@example.org']);
  expect((await anonymous(site).call('GET', first)).statusCode).toBe(404);
  const confirm = (path: string) =>
    anonymous(site).call('POST', path, '', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await confirm(first)).statusCode).toBe(404);
  expect((await confirm(newestLink())).statusCode).toBe(200);
  const history = (await grace.call('GET', `/applications/${_id}/history`)).json();
  expect(history.map(({ action, by }: Record<string, string>) => [action, by])).toEqual([
    ['guardian.asked', 'Ada Lovelace'],
    ['guardian.asked', 'Ada Lovelace'],
    ['guardian.confirmed', null],
  ]);
  // The consent stays.
  site.advance(61_000);
  expect((await ask({ email: 'other@example.org' })).statusCode).toBe(200);
  expect((await mine()).guardian).toMatchObject({
    email: 'parent@example.org',
    confirmedAt: expect.any(String),
  });
  expect(await deliverAll()).toEqual([]);
});

test('who needs no guardian, or is rejected, sends nothing', async () => {
  expect((await ask()).statusCode).toBe(404);
  const { _id } = (await apply(16)).json().data;
  site.advance(61_000);
  await grace.call('PUT', `/applications/${_id}`, { status: 'rejected' });
  expect((await ask()).json().code).toBe('details_fixed');
  await grace.call('PUT', `/applications/${_id}`, { status: 'approved' });
  await change({ age: 30 });
  expect((await ask()).statusCode).toBe(404);
});

test('a person asks ten times a day at most', async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  const bob = await signUp(limited);
  const codes: number[] = [];
  for (let n = 0; n < 11; n++) codes.push((await bob.call('POST', '/applications/guardian', {})).statusCode);
  expect(codes).toEqual([...Array(10).fill(404), 429]);
  await limited.close();
});

test('an age that calls for a guardian asks one, and one that does not asks nobody any more', async () => {
  await apply(19);
  expect((await change({ age: 16 })).json()).toMatchObject({
    code: 'apply_missing',
    fields: { guardianEmail: 'Please fill this in' },
  });
  expect(await answerTo('age')).toBe('19');
  expect((await change({ age: 16 }, { guardianEmail: 'parent@example.org' })).statusCode).toBe(200);
  expect((await mine()).guardian).toMatchObject({ email: 'parent@example.org' });
  expect((await deliverAll()).filter((to) => to !== ada.email)).toEqual(['parent@example.org']);
  const link = newestLink();
  // Younger or older, the guardian who was asked stays.
  await change({ age: 17 }, { guardianEmail: 'ignored@example.org' });
  await change({ nickname: 'Countess' });
  expect((await mine()).guardian).toMatchObject({ email: 'parent@example.org' });
  expect(await deliverAll()).toEqual([]);
  await change({ age: 18 });
  expect((await mine()).guardian).toBeUndefined();
  expect((await anonymous(site).call('GET', link)).statusCode).toBe(404);
});

test('an event without questions has nothing of this', async () => {
  askQuestions(site, []);
  site.services.event = { ...site.services.event, guardian: undefined };
  await submitForm(ada);
  expect(await mine()).not.toHaveProperty('editableAnswers');
  expect((await change({ nickname: 'A' })).statusCode).toBe(200);
  expect(await site.services.db.selectFrom('answers').selectAll().execute()).toEqual([]);
});
