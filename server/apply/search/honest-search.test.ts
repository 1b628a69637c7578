import { afterAll, beforeAll, expect, test } from 'vitest';
import { texts } from '../../../contract/texts.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { readResume } from './resumes.service.ts';

interface Answer {
  results: { user_id: string; evidence?: { constraint: string; state: string; quote: string | null }[] }[];
  clauses: { text: string; understood: boolean; missing: string[] }[];
  notice?: string;
}

let site: TestApp;
let admin: TestActor;
const people: Record<string, TestActor> = {};

/** Applies as somebody new whose resume lists these skills. */
async function apply(name: string, ...lines: string[]): Promise<void> {
  const somebody = await signUp(site, { name });
  const resume = createPdf({ text: ['SKILLS', ...lines] });
  await submitForm(somebody, { whyJoin: 'To build things.' }, { resume });
  await readResume(site.services, { userId: somebody.id });
  people[name] = somebody;
}

beforeAll(async () => {
  site = await createTestApp();
  admin = await signUpAdmin(site);
  await apply('Ahmed Nasser', 'Rust', 'PostgreSQL');
  await apply('Wanda Kowal', 'Rust', 'Robotic arms');
  await apply('Lou Stone', 'Rust', 'Lifeguard at a hospital');
  await apply(
    'Gil Moor',
    'PROJECTS',
    'My computer guesses the future sales of a bakery',
    'I should stop reading about it',
  );
  for (let n = 0; n < 6; n++) await apply(`Armed ${n}`, 'Robotics, armed with patience');
});
afterAll(() => site.close());

async function search(query: string, call = 'rag'): Promise<Answer & { names: (string | undefined)[] }> {
  const answer = await admin.call('POST', `/search/${call}`, { query, filters: {} });
  expect(answer.statusCode).toBe(200);
  const body = answer.json() as Answer;
  const nameOf = (id: string) => Object.keys(people).find((name) => people[name]!.id === id);
  return { ...body, names: body.results.map((result) => nameOf(result.user_id)).sort() };
}

test("an applicant's name is never corrected", async () => {
  expect((await search('Ahmed')).notice).toBe(texts.search.nothingUnderstood);
  expect((await search('Ahmed who knows Rust')).notice).not.toContain('armed');
});

test('a query is answered when it begins with a skill, whatever is added to it', async () => {
  expect((await search('photography, available friday')).clauses).toEqual([
    { text: 'photography', understood: true, missing: [] },
    { text: 'available friday', understood: false, missing: ['available', 'friday'] },
  ]);
});

test('team state, status and checkpoints are conditions', async () => {
  const wanda = people['Wanda Kowal']!;
  expect((await wanda.call('POST', '/teams', { name: 'Arms' })).statusCode).toBe(201);
  expect((await search('Rust, with no team')).names).toEqual(['Ahmed Nasser', 'Lou Stone']);
  // Also alone, without anything that a text could tell.
  for (const call of ['rag', 'vector-only']) {
    expect((await search('has a team', call)).names).toEqual(['Wanda Kowal']);
    expect((await search('has a team but not checked in', call)).names).toEqual(['Wanda Kowal']);
    expect((await search('approved people with a team', call)).names).toEqual([]);
    expect((await search('not checked in', call)).names).toHaveLength(10);
    expect((await search('not on the Startup Track who know Rust', call)).names).toHaveLength(3);
  }
  expect((await search('people in a team who know Rust')).names).toEqual(['Wanda Kowal']);
  expect((await search('Rust people in a full team')).names).toEqual([]);
  const { _id } = (await people['Lou Stone']!.call('GET', '/applications/me')).json().data;
  await admin.call('PUT', `/applications/${_id}`, { status: 'approved' });
  expect((await search('approved people who know Rust')).names).toEqual(['Lou Stone']);
  expect((await search('Rust, not approved')).names).toEqual(['Ahmed Nasser', 'Wanda Kowal']);
  const sent = await admin.call('POST', '/applications/check-in', { userId: people['Lou Stone']!.id });
  expect(sent.statusCode).toBe(200);
  expect((await search('checked in, knows Rust')).names).toEqual(['Lou Stone']);
  expect((await search('Rust, not checked in')).names).toEqual(['Ahmed Nasser', 'Wanda Kowal']);
});

test('every clause is shown as understood or not', async () => {
  const { clauses, notice } = await search('knows Rust, likes qwertish, no team');
  expect(clauses).toEqual([
    { text: 'knows Rust', understood: true, missing: [] },
    { text: 'likes qwertish', understood: false, missing: ['qwertish'] },
    { text: 'no team', understood: true, missing: [] },
  ]);
  expect(notice).toContain('Not understood: “qwertish”.');
  expect((await search('women who know Rust')).clauses[0]).toMatchObject({ missing: ['women'] });
});

test.each([
  'purple monkey dishwasher',
  'asdf qwer zxcv',
  'colorless green ideas sleep furiously',
  'when does the bus leave tomorrow',
  'who won the world cup in 1998',
  'what is the meaning of life',
  'blorp fizzle wug',
  'my cat is very hungry today',
  'lorem ipsum dolor sit amet',
  'how tall is mount everest',
  'tell me a joke',
  'best pizza in town',
  'open the garage door',
  'play some jazz please',
  'my head hurts and I want to sleep',
  'thanks a lot and see you soon',
  'directions to the train station',
])('nonsense finds nobody and says why: %s', async (query) => {
  const { results, clauses, notice } = await search(query);
  expect(results).toEqual([]);
  expect(clauses.filter(({ understood }) => understood)).toEqual([]);
  expect(notice).toContain(texts.search.nothingUnderstood);
});

test('evidence is met only by a clause that contains what was asked for', async () => {
  const { results } = await search('Rust and sleep');
  const lou = results.find(({ user_id }) => user_id === people['Lou Stone']!.id);
  expect(lou?.evidence).toMatchObject([
    { constraint: 'Rust', state: 'met' },
    { constraint: 'sleep', state: 'partial', quote: expect.stringContaining('hospital') },
  ]);
});

test('what only single words hint at is found, and never called met', async () => {
  const { results } = await search('forecasting');
  const gil = results.find(({ user_id }) => user_id === people['Gil Moor']!.id);
  expect(gil?.evidence).toMatchObject([
    { constraint: 'forecasting', state: 'partial', quote: expect.stringContaining('bakery') },
  ]);
});

test('an everyday word is not met by its stem', async () => {
  expect((await search('bioinformatics')).names).toEqual([]);
});

test('with resumes that are not read yet, an empty answer says so', async () => {
  const late = await signUp(site, { name: 'Late Lin' });
  const resume = createPdf({ text: ['SKILLS', 'Ethereum, Solidity'] });
  await submitForm(late, { whyJoin: 'To build things.' }, { resume });
  people['Late Lin'] = late;
  const before = await search('blockchain');
  expect(before).toMatchObject({
    names: [],
    notice: expect.stringContaining('Resumes that are not read yet: 1.'),
  });
  await readResume(site.services, { userId: late.id });
  expect(await search('blockchain')).toMatchObject({ names: ['Late Lin'] });
  expect((await search('quantum computing')).notice).toBe(texts.search.nothing);
});

test('whoever says that they want to learn something is found by that, before those who can do it', async () => {
  const lena = await signUp(site, { name: 'Lena Novak' });
  people['Lena Novak'] = lena;
  await submitForm(lena, { whyJoin: 'I want to learn Rust.' });
  for (const query of ['wants to learn Rust', 'people who want to learn Rust', 'eager to pick up Rust'])
    for (const call of ['rag', 'vector-only']) {
      const { results, clauses } = await search(query, call);
      expect(clauses.every(({ understood }) => understood)).toBe(true);
      expect(results[0]).toMatchObject({ user_id: lena.id });
    }
  const { results } = await search('wants to learn Rust');
  expect(results[0]!.evidence).toMatchObject([
    { constraint: 'wants to learn Rust', state: 'met', quote: expect.stringContaining('want to learn Rust') },
  ]);
  expect((await search('knows Rust')).names).not.toContain('Lena Novak');
});

test.each([
  ['Rust', 'Wanda Kowal'],
  ['Rust', 'First Last'],
  ['Rust', 'Will Smith'],
  ['Rust', 'never programmed'],
  ['Rust', 'no experience'],
  ['Rust', 'second year'],
  ['Rust', 'wants to learn PostgreSQL'],
  ['Rust', 'can cook'],
  ['PostgreSQL', 'available friday'],
  ['robotic arms', 'thanks a lot'],
  ['robotics', 'computer science majors'],
  ['available friday', 'never used PostgreSQL'],
])('the order of the parts of a description does not matter: %s, %s', async (one, other) => {
  const [first, second] = [await search(`${one}, ${other}`), await search(`${other}, ${one}`)];
  const found = ({ results }: Answer) => results.map((result) => result.user_id);
  expect(found(second)).toEqual(found(first));
  expect(second.clauses.toReversed()).toEqual(first.clauses);
  expect(first.clauses.some(({ understood }) => understood)).toBe(true);
});

test('a name or a denied skill beside a skill does not hide who has the skill', async () => {
  for (const query of ['First Last, PostgreSQL', 'never programmed, PostgreSQL', 'no experience, PostgreSQL'])
    expect((await search(query)).names).toEqual(['Ahmed Nasser']);
  expect((await search('never used PostgreSQL')).names).not.toContain('Ahmed Nasser');
});

test('one spoken language is not evidence of another', async () => {
  await apply('Rosa Duarte', 'Spanish', 'Translated for families in an emergency room');
  await apply('Karim Haddad', 'Arabic');
  for (const call of ['rag', 'vector-only'])
    expect((await search('speaks Arabic', call)).names).toEqual(['Karim Haddad']);
  expect((await search('translators')).names).toEqual(['Karim Haddad', 'Rosa Duarte']);
});
