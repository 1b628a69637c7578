import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { readResume } from './resumes.service.ts';

interface Answer {
  results: {
    user_id: string;
    match_score: number;
    fits: boolean;
    evidence: { constraint: string; state: string; quote: string | null }[];
  }[];
  fields: { key: string; label: string; values: string[] }[];
  missing: string[];
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

async function search(
  query: string,
  call = 'rag',
  fields = {},
): Promise<Answer & { names: (string | undefined)[] }> {
  const answer = await admin.call('POST', `/search/${call}`, { query, filters: {}, fields });
  expect(answer.statusCode).toBe(200);
  const body = answer.json() as Answer;
  const nameOf = (id: string) => Object.keys(people).find((name) => people[name]!.id === id);
  const results = body.results.filter(({ fits }) => fits);
  return { ...body, results, names: results.map((result) => nameOf(result.user_id)).sort() };
}

test("an applicant's name finds them, and is never corrected", async () => {
  expect(await search('Ahmed')).toMatchObject({ names: ['Ahmed Nasser'], missing: [] });
  expect((await search('wanda kowal')).results[0]!.evidence).toMatchObject([
    { quote: 'Wanda Kowal', source: 'name' },
  ]);
  expect((await search('Ahmed who knows Rust')).notice).not.toContain('armed');
});

test('a field of the question can be removed and changed', async () => {
  const asked = 'pending people who know Rust';
  const { fields, names } = await search(asked);
  expect(names).toHaveLength(3);
  expect(fields).toMatchObject([{ key: 'status', label: 'pending', values: ['pending'] }]);
  expect((await search(asked, 'rag', { status: ['approved'] })).names).toEqual([]);
  expect(await search(asked, 'rag', { status: [] })).toMatchObject({ fields: [], names });
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
  expect((await search('checked in at the door, knows Rust')).names).toEqual(['Lou Stone']);
  expect((await search('Rust, not checked in')).names).toEqual(['Ahmed Nasser', 'Wanda Kowal']);
});

test('what nobody mentions is named, and those who fit the rest stand below the line', async () => {
  const { missing, notice, names } = await search('knows Rust, likes qwertish');
  expect({ missing, names }).toEqual({ missing: ['qwertish'], names: [] });
  expect(notice).toContain('Nobody mentions ‘qwertish’.');
  const answer = await admin.call('POST', '/search/rag', {
    query: 'knows Rust, likes qwertish',
    filters: {},
  });
  const { results } = answer.json() as Answer;
  expect(results).toHaveLength(3);
  for (const { match_score, evidence } of results) {
    expect(match_score).toBeLessThan(0.5);
    expect(evidence).toMatchObject([
      { state: 'met' },
      { constraint: 'qwertish', state: 'not found', quote: null },
    ]);
  }
});

test('what no application can tell is said, and the rest is searched', async () => {
  const { notice, names } = await search('motivated women who know Rust');
  expect(names).toHaveLength(3);
  expect(notice).toContain('do not tell who is motivated or women. Searched for the rest.');
  // There is no rest.
  expect(await search('someone not motivated')).toMatchObject({
    ...{ names: [], notice: 'Applications do not tell who is motivated.' },
  });
});

test('who has nothing of what was asked for does not stand below the line either', async () => {
  const answer = await admin.call('POST', '/search/rag', { query: 'PhD', filters: {} });
  expect((answer.json() as Answer).results).toEqual([]);
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
  'thanks a lot and see you soon',
  'directions to the train station',
])('nonsense finds nobody: %s', async (query) => {
  expect((await search(query)).names).toEqual([]);
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
  expect((await search('quantum computing')).notice).toContain('Nobody mentions ‘quantum computing’.');
});

test('whoever says that they want to learn something is found by that, before those who can do it', async () => {
  const lena = await signUp(site, { name: 'Lena Novak' });
  people['Lena Novak'] = lena;
  await submitForm(lena, { whyJoin: 'I want to learn Rust.' });
  for (const query of ['wants to learn Rust', 'people who want to learn Rust', 'eager to pick up Rust'])
    for (const call of ['rag', 'vector-only']) {
      const { results } = await search(query, call);
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
});

test('a name or a denied skill beside a skill does not hide who has the skill', async () => {
  expect((await search('no experience, PostgreSQL')).names).toEqual(['Ahmed Nasser']);
  for (const query of ['First Last, PostgreSQL', 'never programmed, PostgreSQL']) {
    const answer = await admin.call('POST', '/search/rag', { query, filters: {} });
    const { results } = answer.json() as Answer;
    expect(results.map(({ user_id }) => user_id)).toEqual([people['Ahmed Nasser']!.id]);
  }
  expect((await search('never used PostgreSQL')).names).not.toContain('Ahmed Nasser');
});

test('one spoken language is not evidence of another', async () => {
  await apply('Rosa Duarte', 'Spanish', 'Translated for families in an emergency room');
  await apply('Karim Haddad', 'Arabic');
  for (const call of ['rag', 'vector-only']) {
    const { results } = await search('speaks Arabic', call);
    const above = results.filter(({ match_score: score }) => score >= 0.5);
    expect(above.map((result) => result.user_id)).toEqual([people['Karim Haddad']!.id]);
  }
  expect((await search('translators')).names).toEqual(['Karim Haddad', 'Rosa Duarte']);
});
