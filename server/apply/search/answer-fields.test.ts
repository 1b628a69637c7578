import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { askQuestions } from '../../testing/questions.ts';
import { readResume } from './resumes.service.ts';

let site: TestApp;
let admin: TestActor;
let reviewer: TestActor;

const questions = [
  { id: 'school', type: 'school', label: 'School' },
  {
    id: 'travel',
    type: 'choice',
    label: 'How do you get here?',
    options: ['A bus seat', 'Train', 'My own car'],
  },
  { id: 'languages', type: 'several', label: 'Programming languages', options: ['Python', 'Rust'] },
  { id: 'graduation', type: 'text', label: 'Expected graduation' },
  { id: 'arrival', type: 'text', label: 'Arrival' },
  { id: 'hometown', type: 'text', label: 'Hometown' },
  {
    ...{ id: 'needs', type: 'several', label: 'What do you need?', sensitive: true },
    options: ['Captions', 'A place for a wheelchair'],
  },
  { id: 'allergies', type: 'several', label: 'Allergies', sensitive: true, options: ['Nuts', 'Milk'] },
].map((question) => ({ required: false, visibleTo: [], sensitive: false, ...question }));

async function apply(
  name: string,
  answers: Record<string, unknown>,
  lines: string[] = ['Resume'],
): Promise<void> {
  const somebody = await signUp(site, { name });
  const sent = await submitForm(
    somebody,
    { whyJoin: 'To build things.', answers: JSON.stringify(answers) },
    { resume: createPdf({ text: lines }) },
  );
  expect(sent.statusCode, sent.body).toBe(201);
  await readResume(site.services, { userId: somebody.id });
}

beforeAll(async () => {
  site = await createTestApp();
  askQuestions(site, questions);
  admin = await signUpAdmin(site);
  reviewer = await signUp(site, { role: 'application-reviewer' });
  await apply('Ada Moor', {
    school: 'Howard University',
    travel: 'A bus seat',
    graduation: 'May 2027',
    hometown: 'Lincoln',
    arrival: 'Ferry',
  });
  await apply('Ben Sand', {
    school: 'Howard',
    travel: 'Train',
    arrival: 'The ferry at noon',
    needs: ['Captions'],
    languages: ['Rust'],
  });
  await apply('Cem Lake', { school: 'Georgia Tech', travel: 'My own car', allergies: ['Nuts'] }, [
    'SKILLS',
    'Rust',
  ]);
  await apply('Dee Hill', {}, ['EDUCATION', 'Howard University, B.S. Biology, May 2027']);
});
afterAll(() => site.close());

async function search(query: string, { as = admin, fields = {} } = {}) {
  const answer = await as.call('POST', '/search/rag', { query, filters: {}, fields });
  expect(answer.statusCode, answer.body).toBe(200);
  const { results, ...rest } = answer.json() as SearchAnswer;
  const fitting = results.filter(({ fits }) => fits);
  return { ...rest, fitting, names: fitting.map(({ name }) => name.split(' ')[0]).sort() };
}

test.each([
  ['from Howard University', 'School: Howard University'],
  ['students from Howard', 'School: Howard'],
  ['Howard University students', 'School: Howard University'],
])('a school is a field, also where the resume tells it: %s', async (query, label) => {
  const { names, fields, fitting } = await search(query);
  expect(names).toEqual(['Ada', 'Ben', 'Dee']);
  expect(fields).toMatchObject([{ key: 'answer:school', label }]);
  expect(fields[0]!.options.map(({ value }) => value)).toContain('Georgia Tech');
  expect(fitting.find(({ name }) => name === 'Ada Moor')!.evidence).toMatchObject([
    { constraint: label, state: 'met', quote: 'School: Howard University', source: 'answer' },
  ]);
  expect((await search(query, { fields: { 'answer:school': ['Georgia Tech'] } })).names).toEqual(['Cem']);
});

test('where somebody worked is not their school', async () => {
  expect((await search('interned at Howard University')).fields).toEqual([]);
});

test.each([
  ['takes the bus', ['Ada'], 'A bus seat'],
  ['needs a bus seat', ['Ada'], 'A bus seat'],
  ['comes by train', ['Ben'], 'Train'],
  ['not by train', ['Ada', 'Cem', 'Dee'], undefined],
  ['by train or bus', ['Ada', 'Ben'], undefined],
  ['has a car', ['Cem'], 'My own car'],
])('a choice that a question names leaves out whoever chose another: %s', async (query, who, value) => {
  const { names, fields } = await search(query);
  expect(names).toEqual(who);
  expect(fields.map(({ key }) => key)).toEqual(['answer:travel']);
  if (!value) return;
  expect(fields[0]).toMatchObject({ label: `How do you get here: ${value}`, values: [value] });
  expect(fields[0]!.options.map((option) => option.value)).toEqual(questions[1]!.options);
  const changed = await search(query, { fields: { 'answer:travel': ['Train'] } });
  expect(changed).toMatchObject({ names: ['Ben'], fields: [{ values: ['Train'] }] });
});

test('a skill is searched in all texts, and is a field only beside its question', async () => {
  expect(await search('knows Rust')).toMatchObject({ names: ['Ben', 'Cem'], fields: [] });
  expect(await search('can train a model, Rust')).toMatchObject({ fields: [] });
  expect(await search('languages: Rust')).toMatchObject({
    names: ['Ben'],
    fields: [{ key: 'answer:languages' }],
  });
});

test('a text is a field beside the words of its question', async () => {
  for (const query of ['hometown Lincoln', 'from Lincoln'])
    expect(await search(query)).toMatchObject({ names: ['Ada'], fields: [{ label: 'Hometown: Lincoln' }] });
  expect((await search('Lincoln')).fields).toEqual([]);
  const [ferry] = (await search('takes the ferry')).fields;
  expect(ferry).toMatchObject({ label: 'Arrival: Ferry', options: [] });
  expect((await search('takes the ferry')).names).toEqual(['Ada', 'Ben']);
});

test('a sensitive answer is a field for organizers, and for nobody else', async () => {
  expect(await search('needs captions')).toMatchObject({
    ...{ names: ['Ben'], fields: [{ key: 'answer:needs', values: ['Captions'] }] },
  });
  const { fields, names } = await search('needs captions', { as: reviewer });
  expect({ fields, names }).toEqual({ fields: [], names: [] });
  const given = { fields: { 'answer:needs': ['Captions'] } };
  expect((await search('needs captions', { as: reviewer, ...given })).names).toEqual([]);
  expect((await search('has a nut allergy')).names).toEqual(['Cem']);
  expect((await search('has a nut allergy', { as: reviewer })).names).toEqual([]);
});

test('two fields of one kind are changed one by one', async () => {
  const asked = 'needs captions and a wheelchair';
  expect(await search(asked)).toMatchObject({
    names: [],
    fields: [{ key: 'answer:needs' }, { key: 'answer:needs#2' }],
  });
  const first = await search(asked, { fields: { 'answer:needs': [] } });
  expect(first).toMatchObject({ names: [], fields: [{ key: 'answer:needs#2' }] });
  expect((await search(asked, { fields: { 'answer:needs#2': [] } })).names).toEqual(['Ben']);
});

test('what the site knows can be changed too', async () => {
  const { fields } = await search('graduating in 2027, not checked in, computer science majors');
  for (const { values, options } of fields)
    for (const value of values) expect(options).toContainEqual(expect.objectContaining({ value }));
  expect(fields.map(({ label }) => label)).toEqual([
    'not checked in at Entrance',
    'graduates in 2027',
    'major: Computer Science',
  ]);
});

test('while review is blind, nobody is found or left out by an answer', async () => {
  expect((await admin.call('PUT', '/reviews/blind', { blind: true })).statusCode).toBeLessThan(300);
  for (const query of [
    'takes the bus',
    'from Howard University',
    'not from Howard University',
    'not by train',
  ]) {
    const { results } = (
      await admin.call('POST', '/search/rag', { query, filters: {} })
    ).json<SearchAnswer>();
    expect(results, query).toEqual([]);
  }
  // Only what a resume says is left.
  expect((await search('knows Rust')).names).toHaveLength(1);
  await admin.call('PUT', '/reviews/blind', { blind: false });
});
