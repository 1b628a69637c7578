import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkEvent } from '../../event/event-document.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { submitForm } from '../../testing/forms.ts';
import { askQuestions } from '../../testing/questions.ts';

const questions = [
  { id: 'travel', type: 'choice', label: 'How do you come?', options: ['By bus', 'By car'], other: true },
  {
    ...{ id: 'stop', type: 'choice', label: 'Which stop?', required: true, options: ['North', 'South'] },
    onlyIf: { question: 'travel', is: ['By bus'] },
  },
  {
    ...{ id: 'luggage', type: 'text', label: 'Your luggage' },
    onlyIf: { question: 'stop', is: ['North'] },
  },
  { id: 'tools', type: 'several', label: 'Tools', options: ['Saw', 'Drill'], other: true },
].map((question) => ({ required: false, sensitive: false, visibleTo: [], ...question }));

let site: TestApp;
let ada: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  askQuestions(site, questions);
  ada = await signUp(site, { name: 'Ada Lovelace' });
});
afterEach(() => site.close());

const apply = (answers: object, fields = {}) =>
  submitForm(ada, { answers: JSON.stringify(answers), ...fields });
const answersOf = async () =>
  Object.fromEntries(
    (await ada.call('GET', '/applications/me'))
      .json()
      .data.answers.map(({ id, value }: { id: string; value: string }) => [id, value]),
  );
const change = (answers: object) => ada.call('PUT', '/applications/answers', { answers });

test('a question that depends on an answer is required only while it is asked, and stored only then', async () => {
  const missing = await apply({ travel: 'By bus' });
  expect(missing.json()).toMatchObject({
    code: 'apply_missing',
    fields: { 'answers.stop': 'Please answer this' },
  });
  // What was typed before the answer changed is sent, too. The luggage depends on a question that is not asked.
  expect((await apply({ travel: 'By car', stop: 'North', luggage: 'A trunk' })).statusCode).toBe(201);
  expect(await answersOf()).toEqual({ travel: 'By car' });
});

test('a changed answer asks for what it reveals, and deletes what it hides', async () => {
  expect(
    (await apply({ travel: 'By bus', stop: 'North', luggage: 'A trunk', tools: ['Saw'] })).statusCode,
  ).toBe(201);
  expect((await change({ stop: 'South' })).statusCode).toBe(200);
  expect(await answersOf()).toEqual({ travel: 'By bus', stop: 'South', tools: 'Saw' });
  expect((await change({ travel: 'By car' })).statusCode).toBe(200);
  expect(await answersOf()).toEqual({ travel: 'By car', tools: 'Saw' });
  expect((await change({ travel: 'By bus' })).json().fields).toEqual({
    'answers.stop': 'Please answer this',
  });
  expect((await change({ travel: 'By bus', stop: 'North' })).statusCode).toBe(200);
  // An answer that does not affect it keeps what depends on others.
  expect((await change({ tools: ['Drill'] })).statusCode).toBe(200);
  expect(await answersOf()).toEqual({ travel: 'By bus', stop: 'North', tools: 'Drill' });
});

test('“Other” takes own words beside the choices, once', async () => {
  const refused: [object, string][] = [
    [{ travel: 'other: ' }, '“How do you come?” needs your own words beside “Other”.'],
    [{ travel: 'By ship' }, '“How do you come?” must be one of the choices.'],
    [{ travel: `other: ${'x'.repeat(201)}` }, '“How do you come?” is longer than 200 characters.'],
    [{ tools: ['Saw', 'other: '] }, 'Tools needs your own words beside “Other”.'],
    [{ tools: ['other: Glue', 'other: Tape'] }, 'Tools must have choices of the list only.'],
  ];
  for (const [answers, sentence] of refused)
    expect(Object.values((await apply(answers)).json().fields), sentence).toEqual([sentence]);
  const sent = { travel: 'other:  By  ship', tools: ['other: Glue', 'Saw'] };
  expect((await apply(sent)).statusCode).toBe(201);
  expect(await answersOf()).toEqual({ travel: 'By ship', tools: 'Saw, Glue' });
});

test('the sizes of the event are those that people choose from, and earlier ones stay', async () => {
  expect((await apply({}, { tShirtSize: 'Fitted M' })).json().fields).toEqual({
    tShirtSize: 'T-shirt size is not one of the choices.',
  });
  site.services.event = { ...site.services.event, tShirtSizes: ['Fitted M', 'Straight M'] };
  expect((await ada.call('GET', '/event')).json().tShirtSizes).toEqual(['Fitted M', 'Straight M']);
  expect((await apply({}, { tShirtSize: 'Fitted M' })).statusCode).toBe(201);
  const details = { tShirtSize: 'M', dietaryRestrictions: 'vegan' };
  expect((await ada.call('PUT', '/applications/details', details)).statusCode).toBe(400);
  site.services.event = { ...site.services.event, tShirtSizes: ['M'] };
  const grace = await signUpAdmin(site);
  expect((await grace.call('GET', '/applications')).json()[0].tShirtSize).toBe('Fitted M');
});

test('mistakes of such questions are named at their place', () => {
  const [travel, stop] = questions as [(typeof questions)[0], (typeof questions)[1]];
  const check = (list: unknown[], more = {}) => checkEvent({ ...defaultDocument, questions: list, ...more });
  expect(() => check([travel, stop])).not.toThrow();
  expect(() => check([stop, travel])).toThrow(
    'questions, entry 1, onlyIf: question must be a question with choices that stands before',
  );
  expect(() => check([travel, { ...stop, onlyIf: { question: 'travel', is: ['By ship'] } }])).toThrow(
    'is must not have an answer that is not a choice: By ship',
  );
  expect(() => check([{ id: 'name', type: 'text', label: 'Name', other: true }])).toThrow(
    'other is only for a question with choices',
  );
  expect(() => check([], { tShirtSizes: ['M', 'M'] })).toThrow('tShirtSizes: must not name a size twice');
});
