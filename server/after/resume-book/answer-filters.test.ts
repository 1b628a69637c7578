import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { openResumeBook } from '../../testing/after-event.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { askQuestions, testAnswers, testQuestions } from '../../testing/questions.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  openResumeBook(site);
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

/** Somebody approved who agrees, with these answers. */
async function signUpPerson(name: string, answers: object): Promise<void> {
  const who = await signUp(site, { name });
  const sent = await submitForm(who, {
    answers: JSON.stringify({ ...testAnswers, ...answers }),
    agreements: JSON.stringify({ sponsors: '1' }),
  });
  await grace.call('PUT', `/applications/${sent.json().data._id}`, { status: 'approved' });
}

const listNames = async (query: string) =>
  (await grace.call('GET', `/resume-book${query}`)).json().people.map(({ name }: { name: string }) => name);

/** A browser that has opened a link with these filters. */
async function openLink(filters: object): Promise<TestActor> {
  const created = await grace.call('POST', '/resume-book/links', { name: 'Atlas Inc.', days: 7, filters });
  const token = new URL(created.json().url).hash.slice(1);
  const answer = await anonymous(site).call('POST', '/resume-book/shared', { token });
  return withCookie(site, answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

test('the resume book is filtered by answers to the questions of the event, but by no sensitive one, for links of before neither', async () => {
  const questions = [
    ...testQuestions,
    { ...testQuestions.find(({ id }) => id === 'needs')!, id: 'tools', sensitive: false },
    { ...testQuestions.find(({ id }) => id === 'school')!, id: 'college', sensitive: false },
  ];
  askQuestions(site, questions);
  await signUpPerson('Fay Master', { college: 'Owl University', tools: ['Captions', 'Quiet room'] });
  await signUpPerson('Gus Bachelor', {
    level: 'Bachelor',
    college: 'Owl College',
    graduates: '2027-06-01',
    country: 'FR',
  });
  const filter = (answers: object) => `?answers=${encodeURIComponent(JSON.stringify(answers))}`;
  const names = (answers: object) => listNames(filter(answers));
  expect(await names({ level: 'Master' })).toEqual(['Fay Master']);
  expect(await names({ tools: 'Quiet room' })).toEqual(['Fay Master']);
  expect(await names({ country: 'FR' })).toEqual(['Gus Bachelor']);
  expect(await names({ college: 'owl' })).toEqual(['Fay Master', 'Gus Bachelor']);
  expect(await names({ college: 'COLLEGE owl' })).toEqual(['Gus Bachelor']);
  expect(await names({ college: '100%' })).toEqual([]);
  expect(await names({ graduates: '2027-01-01..' })).toEqual(['Gus Bachelor']);
  expect(await names({ graduates: '..2026-12-31' })).toEqual(['Fay Master']);
  expect(await names({ graduates: '2026-07-01..2027-06-01', level: 'Bachelor' })).toEqual(['Gus Bachelor']);
  // Sensitive, of another type, unknown, or no text.
  for (const answers of [{ needs: 'Captions' }, { school: 'owl' }, { age: '19' }, { no: 'x' }, { level: 1 }])
    expect(await names(answers), JSON.stringify(answers)).toEqual([]);
  const shown = (await grace.call('GET', '/resume-book')).json().questions;
  expect(shown.map(({ id }: { id: string }) => id)).toEqual([
    ...['level', 'country', 'graduates', 'tools', 'college'],
  ]);

  const sponsor = await openLink({ answers: JSON.stringify({ level: 'Master' }) });
  const shared = async () =>
    (await sponsor.call('GET', '/resume-book/shared'))
      .json()
      .people.map(({ name }: { name: string }) => name);
  expect(await shared()).toEqual(['Fay Master']);
  const zip = unzip((await sponsor.call('GET', '/resume-book/shared/zip')).rawPayload);
  expect([...zip.keys()].filter((name) => name.startsWith('resumes/'))).toHaveLength(1);
  askQuestions(
    site,
    questions.map((question) => (question.id === 'level' ? { ...question, sensitive: true } : question)),
  );
  expect(await shared()).toEqual([]);
  // A question that was sensitive when it was answered stays so.
  askQuestions(
    site,
    questions.map((question) => (question.id === 'school' ? { ...question, sensitive: false } : question)),
  );
  expect(await names({ school: 'owl' })).toEqual([]);
  askQuestions(site, []);
  expect((await grace.call('GET', '/resume-book')).json()).not.toHaveProperty('questions');
  expect((await grace.call('GET', `/resume-book?answers=${'x'.repeat(2001)}`)).statusCode).toBe(400);
});
