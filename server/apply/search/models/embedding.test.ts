import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SearchResult } from '../../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { submitForm } from '../../../testing/forms.ts';
import { type ModelServer, startModelServer } from '../../../testing/model-server.ts';
import { createPdf } from '../../../testing/pdf.ts';
import { readResume } from '../resumes.service.ts';
import { embedProfiles } from './embedding.service.ts';
import { findNearest, packVectors, unpackVectors } from './packed-vectors.ts';

let site: TestApp;
let admin: TestActor;
let models: ModelServer;
const away = 'The embeddings model cannot be reached. Searched without it.';

// What the test's model knows: each line is one meaning. The words of a meaning have one direction, all others their own.
const meanings = [
  ['arboriculture', 'orchards', 'robotics'],
  ['tintinnabulation', 'bells'],
];
let dimension = 24;

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

async function find(query: string, call = 'vector-only') {
  const answer = await admin.call('POST', `/search/${call}`, { query, filters: {} });
  expect(answer.statusCode).toBe(200);
  const { results, notice } = answer.json() as { results: SearchResult[]; notice?: string };
  return { results, notice, names: results.map(({ name }) => name) };
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
  site = await createTestApp({ embeddings });
  admin = await signUpAdmin(site);
  await applicant('Nell Moore', [
    'Nell Moore',
    'nell.moore@example.org (480) 555-0188',
    'EXPERIENCE',
    '- Nell pruned orchards around the valley during winter, www.nellmoore.example.org',
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
  dimension = 24;
});

test('a job sends every application by passages without personal data', async () => {
  await embedProfiles(site.services, {});
  const rows = await selectVectors();
  expect(rows.map(({ name, model, dimension: own }) => [name, model, own])).toEqual([
    ['Nell Moore', 'small-1', 24],
    ['Rio Sand', 'small-1', 24],
  ]);
  for (const { vectors } of rows) expect(vectors.length % 28).toBe(0);
  const sent = JSON.stringify(models.asked);
  expect(sent).toContain('pruned orchards');
  expect(sent).not.toMatch(/nell|moore|rio|sand|@|555|example\.org|never rang/i);
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

test('finds by similarity what shares no word', async () => {
  const { names, notice } = await find('arboriculture');
  expect(names).toEqual(['Nell Moore']);
  expect(notice).toBeUndefined();
  expect((await find('tintinnabulation')).names).toEqual([]);
});

test('a similar passage is partial evidence', async () => {
  const { results } = await find('robotics', 'rag');
  expect(results.map(({ evidence }) => evidence)).toEqual([
    [
      {
        constraint: 'robotics',
        state: 'partial',
        quote: expect.stringContaining('pruned orchards'),
        source: 'experience',
        wish: false,
      },
    ],
  ]);
  expect(results[0]!.match_score).toBeLessThan(0.6);
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
] as const)('a model that is of no help is said, and the search goes on without: %o', async (fault) => {
  models.fault = fault;
  const found = await find('trains and carillons');
  expect(found.names).toEqual(['Rio Sand']);
  expect(found.notice).toContain(away);
  if (fault !== 'silent') await expect(embedProfiles(site.services, {})).rejects.toThrow();
});

test('vectors of another dimension are ignored until the job replaces them', async () => {
  dimension = 12;
  expect((await find('arboriculture orchards')).notice).toContain(away);
  await embedProfiles(site.services, {});
  expect((await selectVectors()).map((row) => row.dimension)).toEqual([12, 12, 12]);
  expect((await find('arboriculture orchards')).names).toEqual(['Nell Moore']);
});

test('packed vectors keep their directions', () => {
  const random = (seed: number) =>
    Float32Array.from({ length: 64 }, (_, at) => Math.sin(seed * 97 + at * 13.7));
  const unit = (values: Float32Array) => values.map((value) => value / Math.hypot(...values));
  const vectors = [1, 2, 3].map((seed) => unit(random(seed)));
  const found = findNearest(unpackVectors(packVectors(vectors), 64), vectors[1]!);
  expect(found.at).toBe(1);
  expect(found.cosine).toBeCloseTo(1, 2);
});
