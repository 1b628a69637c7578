import { afterAll, beforeAll, expect, test } from 'vitest';
import { questionTypes } from '../../../contract/apply/question-types.ts';
import type { SearchAnswer } from '../../../contract/apply/search.ts';
import { studentLeague } from '../../../contract/event/student-league.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { sendAnswerFile, submitForm } from '../../testing/forms.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { createPdf } from '../../testing/pdf.ts';
import { askAgreements, askQuestions, testAnswers, testQuestions } from '../../testing/questions.ts';
import { embedProfiles } from '../search/models/embedding.service.ts';
import { readResume } from '../search/resumes.service.ts';

// Words that occur only in one person's answers: for organizers alone, and for volunteers, too.
const secret = 'canaryneeds';
const open = 'canarynickname';

let site: TestApp;
let models: ModelServer;
let ada: TestActor;
let grace: TestActor;
let vera: TestActor;
let id: string;

beforeAll(async () => {
  models = await startModelServer();
  const service = { url: models.url, model: 'model-1', key: undefined, timeout: 1500 };
  site = await createTestApp({ llm: service, embeddings: service });
  const asked = testQuestions.map((question) =>
    question.id === 'needs' ? { ...question, options: [secret, 'Captions'] } : question,
  );
  askQuestions(site, [
    ...asked,
    ...['built', 'level'].map((about) => ({ ...asked[0]!, id: `more-${about}`, visibleTo: [] })),
  ]);
  askAgreements(site, []);
  ada = await signUp(site, { name: 'Ada Lovelace' });
  grace = await signUpAdmin(site);
  vera = await signUp(site, { role: 'volunteer' });
  const answers = {
    ...testAnswers,
    ...{ nickname: open, needs: [secret], school: secret, built: secret, 'more-built': secret },
  };
  const resume = createPdf({ text: ['SKILLS', 'Rust', 'PROJECTS', '- Firmware in Rust for a drone'] });
  const sent = await submitForm(ada, { answers: JSON.stringify(answers) }, { resume });
  id = sent.json().data._id;
  await readResume(site.services, { userId: ada.id });
  await embedProfiles(site.services, {});
  await grace.call('PUT', `/applications/${id}`, { status: 'approved' });
});
afterAll(async () => {
  await site.close();
  await models.close();
});

test('organizers find answers; a model gets none, and nobody else does', async () => {
  for (const call of ['rag', 'vector-only']) {
    const found = await grace.call('POST', `/search/${call}`, { query: 'Rust', filters: {} });
    expect([found.statusCode, found.json().results.length]).toEqual([200, 1]);
    expect(found.body).not.toMatch(/canary/);
  }
  const shown = JSON.stringify(models.asked);
  expect(shown).toContain('Firmware in Rust');
  expect(shown).not.toMatch(/canary/);
  // Answers are for organizers; sensitive ones for nobody else.
  const reviewer = await signUp(site, { role: 'application-reviewer' });
  const search = async (who: TestActor, query: string) => {
    const body = { query, filters: {} };
    const { results } = (await who.call('POST', '/search/rag', body)).json<SearchAnswer>();
    return results.filter(({ fits }) => fits).map(({ evidence }) => evidence.map(({ source }) => source));
  };
  expect(await search(grace, 'canarybuilt')).toEqual([]);
  for (const query of [secret, open]) expect(await search(grace, query), query).toEqual([['answer']]);
  // The language model was asked, with the organizer's own words and no answer.
  const told = models.asked.filter(({ path }) => path.endsWith('/chat/completions')).at(-1)!;
  const content = JSON.parse((told.body as { messages: { content: string }[] }).messages[1]!.content);
  expect(content).toMatchObject({ people: [{ quotes: [] }] });
  expect(await search(reviewer, open)).toEqual([['answer']]);
  const { rows } = await site.database.pool.query('select * from profiles');
  expect(JSON.stringify(rows)).not.toMatch(/canary/);
  expect((await grace.call('GET', `/applications?q=${secret}`)).json()).toEqual([]);
  expect(JSON.stringify((await grace.call('GET', '/applications')).json())).not.toMatch(/canary/);
});

test('the station gets what volunteers may see, and nothing else', async () => {
  const calls = await Promise.all([
    vera.call('GET', '/check-ins/roster'),
    vera.call('GET', '/applications/search?term=Ada&status=approved'),
    vera.call('POST', '/check-ins/read', { userId: ada.id }),
  ]);
  for (const { body, statusCode } of calls) {
    expect(statusCode).toBe(200);
    expect(body).toContain(`"answers":[{"label":"Nickname","value":"${open}"}]`);
    expect(body).not.toContain(secret);
    expect(body).not.toContain('graduate');
  }
  const checkedIn = await vera.call('POST', '/applications/check-in', { userId: ada.id });
  const rest = await Promise.all([
    vera.call('GET', '/applications/checked-in'),
    grace.call('GET', '/check-ins/overview'),
    grace.call('POST', '/badges', { ids: [id] }),
    ada.call('GET', '/auth/user'),
  ]);
  for (const { body } of [checkedIn, ...rest]) expect(body).not.toMatch(/canary/);
});

test('a question that is sensitive now hides what was answered before, and the other way around', async () => {
  const roster = async () => (await vera.call('GET', '/check-ins/roster')).body;
  const change = (change: object) =>
    askQuestions(site, [
      { ...testQuestions[0]!, ...change },
      { ...testQuestions[3]!, sensitive: false },
    ]);
  change({ sensitive: true });
  expect(await roster()).not.toMatch(/canary/);
  change({ visibleTo: [] });
  expect(await roster()).not.toMatch(/canary/);
  askQuestions(site, [
    { ...testQuestions[3]!, sensitive: false, visibleTo: ['volunteers'] },
    { ...testQuestions[1]!, id: 'more-built', visibleTo: ['volunteers'] },
  ]);
  expect(await roster()).not.toMatch(/canary/);
});

test('who only reviews reads no sensitive answer, no total of one, and no address of a guardian', async () => {
  const questions = questionTypes.map((type) => ({
    ...{ id: type, type, label: 'Question', required: false, visibleTo: [], sensitive: true },
    ...(['choice', 'several'].includes(type) && { options: [secret, 'Other'] }),
  }));
  const values: Record<string, unknown> = {
    ...Object.fromEntries(questionTypes.map((type) => [type, secret])),
    ...{ several: [secret], number: '20', country: 'BT', date: '2001-02-03', consent: true },
  };
  askQuestions(site, questions);
  const bea = await signUp(site, { name: 'Bea' });
  values.file = `${(await sendAnswerFile(bea)).json()._id}/${secret}`;
  const { _id } = (await submitForm(bea, { answers: JSON.stringify(values) })).json().data;
  await grace.call('PUT', `/applications/${_id}`, { status: 'approved' });
  const guardian = { user_id: bea.id, email: `${secret}@example.org`, link_id: bea.id };
  const now = site.services.now();
  await site.services.db
    .insertInto('guardians')
    .values({ ...guardian, token_hash: Buffer.from(bea.id), sent_at: now, expires_at: now })
    .execute();
  const rita = await signUp(site, { role: 'application-reviewer' });
  const read = async (as: TestActor) => {
    const detail = await as.call('GET', `/applications/${_id}`);
    return { detail: detail.json(), all: [detail, await as.call('GET', '/applications/statistics')] };
  };
  const expectNothing = async () => {
    const { detail, all } = await read(rita);
    expect([detail.answers, detail.guardian.email]).toEqual([[], null]);
    for (const { body } of all) expect(body).not.toContain(secret);
  };
  await expectNothing();
  // No longer sensitive: earlier answers stay so.
  askQuestions(
    site,
    questions.map((question) => ({ ...question, sensitive: false })),
  );
  await expectNothing();
  const { detail, all } = await read(grace);
  expect(detail.answers.map(({ id }: { id: string }) => id)).toEqual(questionTypes);
  expect(detail.guardian.email).toBe(guardian.email);
  expect(all[1]?.json().answers).toHaveLength(2);
  expect((await bea.call('GET', '/applications/me')).json().data.answers).toHaveLength(questionTypes.length);
});

test('the preset of the student league marks what only organizers need', () => {
  const marked = studentLeague.questions.filter(({ sensitive }) => sensitive).map(({ id }) => id);
  expect(marked).toEqual(['phone', 'allergies', 'allergies-more', 'access', 'access-more']);
});
