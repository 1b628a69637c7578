import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { submitForm } from '../../../testing/forms.ts';
import { createPdf } from '../../../testing/pdf.ts';
import { askQuestions, testQuestions } from '../../../testing/questions.ts';
import { readResume } from '../resumes.service.ts';
import { embedProfiles } from './embedding.service.ts';
import { getEmbeddingModel } from './embedding-model.ts';

let site: TestApp;
let admin: TestActor;
let nell: TestActor;

async function applicant(
  name: string,
  whyJoin: string,
  lines: string[],
  answers: Record<string, string> = {},
): Promise<TestActor> {
  const somebody = await signUp(site, { name });
  await submitForm(
    somebody,
    { whyJoin, answers: JSON.stringify(answers) },
    { resume: createPdf({ text: lines }) },
  );
  await readResume(site.services, { userId: somebody.id });
  return somebody;
}

async function find(query: string): Promise<SearchAnswer> {
  const answer = await admin.call('POST', '/search/vector-only', { query, filters: {} });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const selectVectors = () =>
  site.services.db
    .selectFrom('profile_vectors')
    .innerJoin('applications', 'applications.id', 'application_id')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select(['name', 'model', 'dimension', 'vectors', 'seen'])
    .orderBy('name')
    .execute();

beforeAll(async () => {
  site = await createTestApp({ embeddings: 'built-in' });
  askQuestions(site, [testQuestions[1]!, { ...testQuestions[0]!, sensitive: true, visibleTo: [] }]);
  admin = await signUpAdmin(site);
  nell = await applicant('Nell Moore', 'I trace the ancestors of my family in old parish registers.', [
    'Nell Moore',
  ]);
  await applicant(
    'Rio Sand',
    'To meet people.',
    Array.from({ length: 24 }, (_, at) => `- Photographed ${at + 2} trains on every weekend of the spring`),
  );
});
afterAll(() => site.close());

const question = 'genealogy';

test('until the job has run, a search says how many applications it can compare', async () => {
  expect((await find(question)).notice).toContain('Meaning is compared for 0 of 2 applications so far.');
});

test('the job makes at most 16 vectors for each application, once, of whoever it is told', async () => {
  await embedProfiles(site.services, { userId: nell.id });
  expect((await selectVectors()).map(({ name }) => name)).toEqual(['Nell Moore']);
  await embedProfiles(site.services, {});
  const rows = await selectVectors();
  const { name } = getEmbeddingModel(site.services)!;
  expect(rows.map(({ name, model, dimension }) => [name, model, dimension])).toEqual([
    ['Nell Moore', name, 384],
    ['Rio Sand', name, 384],
  ]);
  expect(rows[1]!.vectors.length).toBe(16 * 388);
  // Nothing is embedded again of an application whose text is the same.
  await site.services.db.updateTable('applications').set({ major: 'Art' }).execute();
  await embedProfiles(site.services, {});
  const later = await selectVectors();
  expect(later.map(({ vectors }) => vectors)).toEqual(rows.map(({ vectors }) => vectors));
  expect(later[0]!.seen).not.toBe(rows[0]!.seen);
});

test('who wrote the same in other words is found, with the sentence', async () => {
  const { results, notice } = await find(question);
  expect(results.filter(({ fits }) => fits).map(({ name }) => name)).toEqual(['Nell Moore']);
  expect(results[0]!.evidence?.[0]?.quote).toContain('ancestors of my family');
  expect(notice ?? '').not.toContain('so far');
});

test('answers are compared too, but no sensitive ones, and what was changed is not quoted', async () => {
  const [built, secret] = ['Stables for two horses and their riders.', 'I have panic attacks in crowds.'];
  const dana = await applicant('Dana Firth', 'To learn.', ['Dana Firth'], { built, nickname: secret });
  await embedProfiles(site.services, { userId: dana.id });
  const quoted = async (query: string) =>
    (await find(query)).results.flatMap(({ evidence }) => evidence.map(({ quote }) => quote ?? ''));
  expect(await quoted('equestrian')).toContainEqual(expect.stringContaining('horses'));
  expect(JSON.stringify(await quoted('agoraphobia'))).not.toContain('panic');
  const changed = JSON.stringify('Chairs for the school.');
  await site.database.pool.query('update answers set value = $1 where question = $2', [changed, 'built']);
  await site.database.pool.query('update applications set why_join = $1 where user_id = $2', [
    'To learn a lot.',
    dana.id,
  ]);
  expect(JSON.stringify(await quoted('equestrian'))).not.toContain('Chairs');
});

test('vectors go with a withdrawal, and nobody is found by them', async () => {
  expect((await nell.call('POST', '/applications/withdraw')).statusCode).toBeLessThan(300);
  expect((await selectVectors()).map(({ name }) => name)).toEqual(['Dana Firth', 'Rio Sand']);
  expect((await find(question)).results).toEqual([]);
});
