import { afterEach, beforeEach, expect, test } from 'vitest';
import { studentLeague } from '../../../contract/event/student-league.ts';
import { checkEvent } from '../../event/event-document.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { submitForm } from '../../testing/forms.ts';
import { askQuestions, testAnswers, testQuestions } from '../../testing/questions.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let ada: TestActor;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  askQuestions(site);
  ada = await signUp(site, { name: 'Ada Lovelace' });
  grace = await signUpAdmin(site);
});
afterEach(() => site.close());

const answering = (answers: Record<string, unknown>) => ({ answers: JSON.stringify(answers) });
const apply = (answers: Record<string, unknown> = testAnswers, actor = ada) =>
  submitForm(actor, answering(answers));
const idOf = async (actor = ada) => (await actor.call('GET', '/applications/me')).json().data._id as string;
const answersOf = async (id: string) => (await grace.call('GET', `/applications/${id}`)).json().answers;

test('a question of every type is answered, stored as it was asked, and shown to its owner and to organizers', async () => {
  const sent = await apply({ ...testAnswers, nonsense: 'ignored' });
  expect(sent.statusCode).toBe(201);
  const expected = [
    ['nickname', 'text', 'Ada L.'],
    ['built', 'long text', 'One.\nTwo.'],
    ['level', 'choice', 'Master'],
    ['needs', 'several', 'Captions, Quiet room'],
    ['age', 'number', '19'],
    ['country', 'country', 'Germany'],
    ['school', 'school', 'Owl University'],
    ['graduates', 'date', '2026-07-01'],
    ['photos', 'consent', 'yes'],
  ];
  const shorten = (answers: { id: string; type: string; value: unknown }[]) =>
    answers.map(({ id, type, value }) => [id, type, value]);
  expect(shorten(sent.json().data.answers)).toEqual(expected);
  expect(shorten(await answersOf(await idOf()))).toEqual(expected);
});

test('what is required is named by its label, and what is wrong at its field', async () => {
  const { level: _, ...rest } = testAnswers;
  const missing = await apply(rest);
  expect(missing.json()).toMatchObject({
    code: 'apply_missing',
    message: 'Please fill in all required fields: Level of study',
    fields: { 'answers.level': 'Please answer this' },
  });
  const wrong: [string, unknown, string][] = [
    ['nickname', 'x'.repeat(201), 'Nickname is longer than 200 characters.'],
    ['nickname', 7, 'Nickname must be a text.'],
    ['built', 'x'.repeat(2001), '“What have you built?” is longer than 2000 characters.'],
    ['nickname', 'a\u0000b', 'Nickname has a character that cannot be used.'],
    ['level', 'Wizard', 'Level of study must be one of the choices.'],
    ['needs', ['Captions', 'Beer'], '“What do you need?” must have choices of the list only.'],
    ['needs', 'Captions', '“What do you need?” must have choices of the list only.'],
    ['age', '12', 'Age must be at least 13.'],
    ['age', 121, 'Age must be at most 120.'],
    ['age', 'old', 'Age must be a number.'],
    ['age', 'Infinity', 'Age must be a number.'],
    ['age', '1,015', 'Age must be written without commas, as in 1000 or 1.5.'],
    ['country', 'XX', 'Country must be one of the choices.'],
    ['graduates', '2025-02-30', '“When do you graduate?” must be a date.'],
    ['graduates', '0025-06-01', '“When do you graduate?” must be in the years 1905 to 2045.'],
    ['graduates', '2205-06-01', '“When do you graduate?” must be in the years 1905 to 2045.'],
    ['graduates', 'soon', '“When do you graduate?” must be a date.'],
    ['photos', 'yes', '“You may take photos of me.” must be ticked or left out.'],
  ];
  for (const [id, value, sentence] of wrong) {
    const answer = await apply({ ...testAnswers, [id]: value });
    expect([answer.statusCode, answer.json().fields], `${id} ${value}`).toEqual([
      400,
      { [`answers.${id}`]: sentence },
    ]);
  }
  expect((await submitForm(ada, { answers: `{"a":"${'x'.repeat(70_000)}"}` })).json().fields).toEqual({
    answers: 'is too long',
  });
  expect((await submitForm(ada, { whyJoin: 'x'.repeat(20_001) })).json().fields).toEqual({
    whyJoin: 'is too long',
  });
  expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
});

test('a question for a track is asked on that track only', async () => {
  askQuestions(site, [{ ...testQuestions[0], required: true, tracks: ['Clozyt Track'] }]);
  expect((await submitForm(ada, { track: 'Clozyt Track' })).json().code).toBe('apply_missing');
  expect((await apply({ nickname: 'not asked' })).statusCode).toBe(201);
  expect(await answersOf(await idOf())).toEqual([]);
});

test('changing questions breaks no earlier answer and invalidates no application', async () => {
  await apply();
  const id = await idOf();
  const before = await answersOf(id);
  askQuestions(site, [
    { id: 'level', type: 'number', label: 'Level from 1 to 9', required: true },
    { id: 'late', type: 'text', label: 'Asked later', required: true },
  ]);
  expect(await answersOf(id)).toEqual(before);
  expect((await ada.call('PUT', '/applications/track', { track: 'Clozyt Track' })).statusCode).toBe(200);
  expect((await grace.call('PUT', `/applications/${id}`, { status: 'approved' })).statusCode).toBe(200);
  askQuestions(site, []);
  expect(await answersOf(id)).toEqual(before);
});

test('the export has them, withdrawing and restoring keeps them, and they go with the account', async () => {
  await apply();
  await ada.call('POST', '/applications/withdraw');
  await ada.call('POST', '/applications/restore');
  expect(await answersOf(await idOf())).toHaveLength(9);
  const about = JSON.parse(
    unzip((await ada.call('GET', '/users/me/export')).rawPayload)
      .get('about-me.json')!
      .toString(),
  );
  expect(about.answers[2]).toEqual({ question: 'level', label: 'Level of study', value: 'Master' });
  expect(about.answers).toHaveLength(9);
  const [exported] = (await grace.call('POST', '/applications/details', { ids: [await idOf()] })).json();
  expect(exported.answers).toHaveLength(9);
  await ada.call('DELETE', '/users/me');
  expect(await site.services.db.selectFrom('answers').selectAll().execute()).toEqual([]);
});

test('a new form after a withdrawal replaces the answers', async () => {
  // The least and the most that the question accepts.
  await apply({ ...testAnswers, age: 13 });
  await ada.call('POST', '/applications/withdraw');
  await apply({ ...testAnswers, nickname: undefined, level: 'Bachelor', age: 120 });
  const answers = await answersOf(await idOf());
  expect(answers.map(({ id }: { id: string }) => id)).not.toContain('nickname');
  const getValue = (question: string) => answers.find(({ id }: { id: string }) => id === question).value;
  expect([getValue('level'), getValue('age')]).toEqual(['Bachelor', '120']);
});

test('while review is blind, only answers for reviewers are seen before one has rated', async () => {
  await apply();
  const id = await idOf();
  await grace.call('PUT', '/reviews/blind', { blind: true });
  const seen = async () => {
    const [exported] = (await grace.call('POST', '/applications/details', { ids: [id] })).json();
    const ids = (answers: { id: string }[] = []) => answers.map((answer) => answer.id);
    return [ids(await answersOf(id)), ids(exported.answers)];
  };
  expect(await seen()).toEqual([['built'], ['built']]);
  // Sensitive now, although it was not when answered.
  askQuestions(
    site,
    testQuestions.map((q) => (q.id === 'built' ? { ...q, sensitive: true, visibleTo: [] } : q)),
  );
  expect(await seen()).toEqual([[], []]);
  await grace.call('PUT', `/applications/${id}/review`, { rating: 4, note: '' });
  expect((await seen())[0]).toHaveLength(9);
});

test('organizers get a count for each choice of approved people', async () => {
  const bob = await signUp(site);
  await apply();
  await apply({ ...testAnswers, needs: ['Captions'] }, bob);
  const counts = async () => (await grace.call('GET', '/applications/statistics')).json().answers;
  expect((await counts())[1]).toEqual({ label: 'What do you need?', values: [] });
  for (const actor of [ada, bob])
    await grace.call('PUT', `/applications/${await idOf(actor)}`, { status: 'approved' });
  expect(await counts()).toEqual([
    { label: 'Level of study', values: [{ value: 'Master', count: 2 }] },
    {
      label: 'What do you need?',
      values: [
        { value: 'Captions', count: 2 },
        { value: 'Quiet room', count: 1 },
      ],
    },
  ]);
  const { event } = site.services;
  site.services.event = { ...event, holdDecisions: true };
  await grace.call('PUT', `/applications/${await idOf(bob)}`, { status: 'rejected' });
  expect((await counts())[0].values).toEqual([{ value: 'Master', count: 1 }]);
  site.services.event = event;
});

test('schools are suggested from the list of the event, at most ten', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `Owl College ${n}`);
  site.services.event = { ...site.services.event, schools: ['University of Owls', 'École d’Été', ...many] };
  const suggest = async (q: string) => (await ada.call('GET', `/schools?q=${encodeURIComponent(q)}`)).json();
  expect(await suggest('owl')).toEqual(many.slice(0, 10));
  expect(await suggest('of owl')).toEqual(['University of Owls']);
  expect(await suggest('ecole')).toEqual(['École d’Été']);
  expect([await suggest(' '), await suggest('nowhere')]).toEqual([[], []]);
  expect((await ada.call('GET', `/schools?q=${'x'.repeat(101)}`)).statusCode).toBe(400);
});

test('mistakes in the event are named at their place', async () => {
  const check = (questions: unknown[], more = {}) => checkEvent({ ...defaultDocument, questions, ...more });
  const text = { id: 'name', type: 'text', label: 'Name' };
  const age = { id: 'age', type: 'number', label: 'Age', required: true };
  const refused: [unknown[], string, object?][] = [
    [[text, text], 'questions, entry 2: id is used twice: name'],
    [[{ ...text, type: 'color' }], 'questions, entry 1: type is not one of text, long text, choice'],
    [[{ ...text, type: 'choice' }], 'questions, entry 1: options must have at least one choice'],
    [
      [{ ...text, type: 'several', options: [] }],
      'questions, entry 1: options must have at least one choice',
    ],
    [
      [{ ...text, type: 'choice', options: ['a', 'a'] }],
      'questions, entry 1: options must not name a choice twice',
    ],
    [[{ ...text, options: ['a'] }], 'options must be left out for a question of the type text'],
    [[{ ...text, min: 3 }], 'questions, entry 1: min is only for a question of the type number'],
    [[{ ...age, min: 3, max: 2 }], 'questions, entry 1: min is more than max'],
    [
      [{ ...text, tracks: ['Nowhere'] }],
      'tracks must not name a track that the event does not have: Nowhere',
    ],
    [
      [{ ...text, sensitive: true, visibleTo: ['volunteers'] }],
      'questions, entry 1: visibleTo has to stay empty',
    ],
    [[{ ...text, label: undefined }], 'questions, entry 1: label is missing'],
    [[age], 'guardian: question is not the id of a question: born', { guardian: { question: 'born' } }],
    [
      [{ ...age, required: false }],
      'guardian: question has to be required',
      { guardian: { question: 'age' } },
    ],
    [[text], 'guardian: question has to be a number (the age)', { guardian: { question: 'name' } }],
  ];
  for (const [questions, sentence, more] of refused)
    expect(() => check(questions, more), sentence).toThrow(sentence);
  const league = checkEvent({ ...defaultDocument, ...studentLeague });
  expect(league.questions.filter(({ required }) => required).map(({ id }) => id)).toEqual([
    ...['first-name', 'last-name', 'age', 'phone', 'school', 'level-of-study', 'country'],
  ]);
  expect(league.agreements.map(({ required }) => required)).toEqual([true, true, false]);
  expect(league.guardian).toEqual({ question: 'age', under: 18 });
});
