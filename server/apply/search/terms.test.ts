import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer, SearchTermsPreview } from '../../../contract/apply/search.ts';
import { limits } from '../../../contract/limits.ts';
import { buildApp } from '../../app.ts';
import { createServices } from '../../people-data/create-services.ts';
import { startListening } from '../../platform/live/listener.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultEvent } from '../../testing/default-event.ts';
import { submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { readResume } from './resumes.service.ts';
import { insertQuestion } from './search.queries.ts';

let site: TestApp;
let copy: FastifyInstance;
let listening: ReturnType<typeof startListening>;
let admin: TestActor;

async function applicant(name: string, line: string): Promise<void> {
  const somebody = await signUp(site, { name });
  const resume = createPdf({ text: ['EXPERIENCE', `- ${line}`] });
  await submitForm(somebody, { whyJoin: 'To meet people.' }, { resume });
  await readResume(site.services, { userId: somebody.id });
}

async function find(query: string): Promise<string[]> {
  const answer = await admin.call('POST', '/search/vector-only', { query, filters: {} });
  expect(answer.statusCode).toBe(200);
  return (answer.json() as SearchAnswer).results.map(({ name }) => name);
}

const preview = async (searchTerms: object[]): Promise<SearchTermsPreview> => {
  const answer = await admin.call('POST', '/search/terms/preview', { searchTerms });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

const listQuestions = () => site.services.db.selectFrom('search_questions').select('text').execute();

const terms = [
  { term: 'Woodworking', examples: ['our Quillhouse'] },
  { term: 'Zorblat', examples: ['zorb engine, built on zorb'] },
];

beforeAll(async () => {
  site = await createTestApp();
  const { db, config, log } = site.services;
  const other = await createServices({ db, config, log, event: defaultEvent });
  copy = await buildApp(other, { dist: '' });
  listening = startListening(other, site.database.connection);
  await listening.ready;
  admin = await signUpAdmin(site);
  await applicant('Nell Moore', 'Spent every evening at the Quillhouse with friends');
  await applicant('Rio Sand', 'Made a game with the zorb engine');
  await applicant('Kim Vega', 'Never touched the zorb engine');
});
afterAll(async () => {
  await listening.stop();
  await copy.close();
  await site.close();
});

test('what changes for the last questions is shown before anything is saved', async () => {
  for (const query of ['woodworking', 'Zorblat', 'photography']) await find(query);
  const { terms: found, questions } = await preview(terms);
  expect(found).toEqual([
    { term: 'Woodworking', isKnown: true, applications: 1 },
    { term: 'Zorblat', isKnown: false, applications: 1 },
  ]);
  expect(questions).toEqual([
    { text: 'photography', before: 0, after: 0, added: [] },
    { text: 'Zorblat', before: 0, after: 1, added: ['Rio Sand'] },
    { text: 'woodworking', before: 0, after: 1, added: ['Nell Moore'] },
  ]);
  expect(await find('Zorblat')).toEqual([]);
});

test('saved terms hold on every copy, and a sign of the thesaurus is only text', async () => {
  const signs = { term: '=Grobnik', examples: ['_', '?|;~', 'the'] };
  const saved = await admin.call('PUT', '/settings/search', {
    version: 1,
    values: { searchTerms: [...terms, signs] },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await find('Zorblat')).toEqual(['Rio Sand']);
  expect(await find('woodworking')).toEqual(['Nell Moore']);
  expect(await find('someone from our quillhouse')).toEqual(['Nell Moore']);
  expect(await find('Grobnik')).toEqual([]);
  expect(await find('photography')).toEqual([]);
  await expect
    .poll(async () => {
      const answer = await copy.inject({
        method: 'POST',
        url: '/api/search/vector-only',
        headers: {
          cookie: admin.cookie,
          host: 'localhost:3000',
          origin: site.services.config.publicUrl.origin,
        },
        payload: { query: 'Zorblat', filters: {} },
      });
      return answer.json().results?.length;
    })
    .toBe(1);
});

test('terms have limits', async () => {
  const many = Array.from({ length: limits.search.terms + 1 }, (_, at) => ({ term: `t${at}`, examples: [] }));
  for (const searchTerms of [
    many,
    [{ term: 'x'.repeat(limits.search.term + 1), examples: [] }],
    [{ term: 'x', examples: many.slice(0, limits.search.examples + 1).map(({ term }) => term) }],
    [terms[0], terms[0]],
  ])
    expect((await admin.call('POST', '/search/terms/preview', { searchTerms })).statusCode).toBe(400);
});

test('only the last questions are stored, each once, and they go with the organizer', async () => {
  const most = limits.search.questions;
  for (let at = 0; at < most + 5; at++)
    await insertQuestion(site.services.db, {
      ...{ text: `question ${at % 23}`, userId: admin.id },
      ...{ at: new Date(Date.now() + at), most },
    });
  const stored = await listQuestions();
  expect(stored.length).toBe(most);
  expect(new Set(stored.map(({ text }) => text)).size).toBe(most);
  expect(stored).toContainEqual({ text: 'question 1' });
  await site.services.db.deleteFrom('users').where('id', '=', admin.id).execute();
  expect(await listQuestions()).toEqual([]);
});
