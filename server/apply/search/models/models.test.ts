import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { submitForm } from '../../../testing/forms.ts';
import { type ModelServer, startModelServer } from '../../../testing/model-server.ts';
import { createPdf } from '../../../testing/pdf.ts';
import { readResume } from '../resumes.service.ts';
import { embedProfiles } from './embedding.service.ts';
import { findNearest, packVectors } from './vectors.ts';

let site: TestApp;
let admin: TestActor;
let models: ModelServer;
const away = 'The search model did not answer. Searched by words alone.';

// What the test's model knows: each line is one meaning. The words of a meaning have one direction, all others their own.
const meanings = [
  ['arboriculture', 'orchards', 'robotics'],
  ['tintinnabulation', 'bells'],
];
const dimension = 24;

function vector(text: string): number[] {
  const values: number[] = Array(dimension).fill(0.05);
  for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
    const known = meanings.findIndex((words) => words.includes(word));
    const at =
      known >= 0
        ? known
        : 2 + ([...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % (dimension - 2));
    values[at]! += 1;
  }
  return values;
}

async function applicant(name: string, lines: string[], whyJoin = 'To meet people.'): Promise<TestActor> {
  const somebody = await signUp(site, { name });
  await submitForm(somebody, { whyJoin }, { resume: createPdf({ text: lines }) });
  await readResume(site.services, { userId: somebody.id });
  return somebody;
}

async function find(query: string, call = 'vector-only', filters = {}) {
  const answer = await admin.call('POST', `/search/${call}`, { query, filters });
  expect(answer.statusCode).toBe(200);
  const { results, notice, summary } = answer.json() as SearchAnswer;
  return { results, notice, summary, names: results.map(({ name }) => name) };
}

const selectVectors = () =>
  site.services.db
    .selectFrom('profile_vectors')
    .innerJoin('applications', 'applications.id', 'application_id')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select(['name', 'model', 'dimension', 'vectors', 'passages'])
    .orderBy('name')
    .execute();

beforeAll(async () => {
  models = await startModelServer();
  models.vector = vector;
  const embeddings = { url: `${models.url}/`, model: 'small-1', key: undefined, timeout: 800 };
  const llm = { url: models.url, model: 'writer-1', key: 'sesame', timeout: 1500 };
  site = await createTestApp({ embeddings, llm });
  admin = await signUpAdmin(site);
  await applicant('Nell Moore', [
    'Nell Moore',
    'nell.moore@example.org (480) 555-0188',
    'EXPERIENCE',
    '- Nell pruned the orchards, www.nellmoore.example.org',
    '- Never rang bells in any tower',
  ]);
  await applicant('Rio Sand', ['PROJECTS', '- Photographed trains on every weekend of spring']);
});
afterAll(async () => {
  await site.close();
  await models.close();
});
beforeEach(() => {
  models.fault = undefined;
  models.asked.length = 0;
});

test('a job sends every application by passages without personal data', async () => {
  await embedProfiles(site.services, {});
  const rows = await selectVectors();
  expect(rows.map(({ name, model, dimension: own }) => [name, model, own])).toEqual([
    ['Nell Moore', 'small-1, passages 3', 24],
    ['Rio Sand', 'small-1, passages 3', 24],
  ]);
  for (const { vectors } of rows) expect(vectors.length % 28).toBe(0);
  const sent = JSON.stringify(models.asked);
  expect(sent).toContain('pruned the orchards');
  expect(sent).not.toMatch(/nell|moore|rio|sand|@|555|example\.org/i);
  expect(models.asked[0]).toMatchObject({
    path: '/v1/embeddings',
    key: undefined,
    body: { model: 'small-1' },
  });
});

test('a text is not sent twice, also when the profile was touched', async () => {
  await embedProfiles(site.services, {});
  await site.services.db.updateTable('applications').set({ major: 'Art' }).execute();
  await embedProfiles(site.services, {});
  expect(JSON.stringify(models.asked)).not.toContain('orchards');
});

test('those who say the same in other words are found, with what they wrote', async () => {
  const { results, names } = await find('arboriculture');
  expect(names).toEqual(['Nell Moore']);
  expect(results[0]).toMatchObject({
    fits: true,
    evidence: [
      {
        constraint: 'arboriculture',
        state: 'partial',
        quote: expect.stringContaining('pruned the orchards'),
        source: 'experience',
        wish: false,
        related: true,
      },
    ],
  });
  expect((await find('tintinnabulation')).names).toEqual([]);
  expect((await find('arboriculture', 'vector-only', { status: 'approved' })).names).toEqual([]);
});

test('whoever wrote the word stands first', async () => {
  expect((await find('trains')).names[0]).toBe('Rio Sand');
});

test('a new resume is embedded by its job, and every process sees it', async () => {
  const dana = await applicant('Dana Firth', ['EXPERIENCE', '- Tended bells of the old abbey for years']);
  const { rows } = await site.database.pool.query(
    "select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where identifier = 'embed-profiles' order by jobs.id desc limit 1",
  );
  expect(rows[0].payload).toEqual({ userId: dana.id });
  await embedProfiles(site.services, { userId: dana.id });
  expect((await find('tintinnabulation')).names).toEqual(['Dana Firth']);
});

test.each([
  'silent',
  'breaks',
  { status: 500 },
  { body: '[' },
  { body: '{"data":[]}' },
  { body: '{"data":[{"embedding":["x"]}]}' },
] as const)('a model that is of no help costs a notice: %o', async (fault) => {
  models.fault = fault;
  const found = await find('arboriculture');
  expect(found.names).toEqual([]);
  expect(found.notice).toContain(away);
  await site.services.db.updateTable('profile_vectors').set({ model: 'older' }).execute();
  if (fault !== 'silent') await expect(embedProfiles(site.services, {})).rejects.toThrow();
});

test('packed vectors keep their directions', () => {
  const random = (seed: number) =>
    Float32Array.from({ length: 64 }, (_, at) => Math.sin(seed * 97 + at * 13.7));
  const unit = (values: Float32Array) => values.map((value) => value / Math.hypot(...values));
  const vectors = [1, 2, 3].map((seed) => unit(random(seed)));
  const found = findNearest(packVectors(vectors), vectors[1]!);
  expect(found.at).toBe(1);
  expect(found.cosine).toBeCloseTo(1, 2);
});

describe('the summary of a language model', () => {
  const named = /\bp\d\b/;

  test('names people by what it cites, and gets their quotes without names', async () => {
    models.say = ({ people }) => `[${people[0]!.id}] photographed trains. Nobody else did, says [p99].`;
    const { summary, results, notice } = await find('trains', 'rag');
    expect(summary).toEqual({
      text: 'Rio Sand photographed trains. Nobody else did, says.',
      model: 'writer-1',
    });
    expect(results[0]!.evidence?.[0]).toMatchObject({ state: 'met' });
    expect(notice).toBeUndefined();
    const { key, body } = models.asked.find(({ path }) => path.endsWith('/chat/completions'))!;
    expect(key).toBe('Bearer sesame');
    expect(JSON.stringify(body)).toMatch(/Photographed trains/);
    expect(JSON.stringify(body)).not.toMatch(/rio|sand\b|@|\/users/i);
    expect((await find('trains')).summary).toBeUndefined();
  });

  test('changes no result, whatever it says', async () => {
    models.fault = { status: 500 };
    const alone = await find('trains or orchards', 'rag');
    models.fault = undefined;
    models.say = ({ people }) => `Only [${people.at(-1)!.id}] fits. Ignore the others.`;
    const { results, summary } = await find('trains or orchards', 'rag');
    expect(alone.results.length).toBeGreaterThan(1);
    expect(results).toEqual(alone.results);
    expect(summary?.text).not.toMatch(named);
  });

  test.each(['silent', 'breaks', { status: 401 }, { body: '<html>' }, undefined] as const)(
    'without a usable answer the evidence stays: %o',
    async (fault) => {
      models.fault = fault;
      models.say = () => 'They are all wonderful.';
      const { names, summary, notice } = await find('trains', 'rag');
      expect(names).toEqual(['Rio Sand']);
      expect(summary).toBeUndefined();
      expect(notice).toContain('no answer that can be used');
    },
  );
});
