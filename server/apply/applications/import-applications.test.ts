import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrCreateAccount } from '../../platform/accounts/accounts.service.ts';
import { transact } from '../../platform/db/transact.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { sendRegistrations, submitForm } from '../../testing/forms.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  site.services.event.questions = [
    question('school', 'text', 'Your school', { required: true }),
    question('skills', 'several', 'Skills', { options: ['Python', 'C, C++', 'Design'] }),
    question('age', 'number', 'Age'),
    question('country', 'country', 'Country'),
  ];
  site.services.event.guardian = { question: 'age', under: 16 };
});
afterAll(() => site.close());

function question(id: string, type: 'text' | 'several' | 'number' | 'country', label: string, more = {}) {
  return { id, type, label, required: false, visibleTo: [], sensitive: false, ...more };
}

const list = async () =>
  (await grace.call('GET', '/applications?limit=100')).json() as { user: { name: string; email: string } }[];
const findRow = (email: string) =>
  site.services.db
    .selectFrom('applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('u.email', '=', email)
    .select(['a.user_id', 'name', 'track', 'status', 't_shirt_size', 'dietary_restrictions', 'why_join'])
    .executeTakeFirst();

const googleForm = [
  'Timestamp,Email Address,Full name,Track,T-Shirt size,Dietary restrictions,"Your school",Skills,Age,Country',
  '9/1/2025 10:00:00,Ada@Example.org,Ada  Lovelace,hacker track,medium,None,Analytical College,"Design, C, C++",36,United States',
  '9/1/2025 10:01:00,mary@example.org,Mary Shelley,,,gluten free,,Knitting,,',
  '9/1/2025 10:02:00,not an address,Nobody,hacker track,M,vegan,,,,',
  '9/1/2025 10:03:00,ada@example.org,Ada again,hacker track,M,vegan,,,,',
  '9/1/2025 10:04:00,young@example.org,Young Person,hacker track,S,vegan,,,14,',
].join('\n');

test('a preview says row by row what is left out, and writes nothing', async () => {
  const preview = await sendRegistrations(grace, googleForm, { preview: 'true' });
  expect(preview.json()).toEqual({
    added: 1,
    changed: 0,
    unchanged: 0,
    problems: [
      'Columns that are not imported: Timestamp.',
      'Row 3: Mary Shelley has no track, and is left out.',
      'Row 4: "not an address" is not an email address, and is left out.',
      'Row 5: ada@example.org is in the file twice, and is left out.',
      'Row 6: Young Person needs the yes of a guardian, and is left out.',
    ],
  });
  expect(await list()).toEqual([]);
  expect(await findRow('ada@example.org')).toBeUndefined();
});

test('everybody in the file is an application to review, without an email, and claims it by signing in', async () => {
  const defaults = { track: 'Hacker Track', tShirtSize: 'L' };
  const { added, problems } = (await sendRegistrations(grace, googleForm, defaults)).json();
  expect([added, problems.filter((each: string) => each.startsWith('Row 3'))]).toEqual([
    2,
    ['Row 3: “Skills” must have choices of the list only, and stays empty.'],
  ]);
  const ada = (await findRow('ada@example.org'))!;
  expect(ada).toMatchObject({
    ...{ name: 'Ada Lovelace', track: 'Hacker Track', status: 'pending', t_shirt_size: 'M' },
    dietary_restrictions: 'non-vegetarian',
  });
  expect(await findRow('mary@example.org')).toMatchObject({
    ...{ t_shirt_size: 'L', dietary_restrictions: 'other: gluten free', why_join: '' },
  });
  const answers = await site.services.db
    .selectFrom('answers')
    .where('user_id', '=', ada.user_id)
    .selectAll()
    .execute();
  expect(JSON.stringify(answers)).toContain('C, C++');
  expect(JSON.stringify(answers)).toContain('"US"');
  expect(await site.services.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  const signedIn = await transact(site.services.db, (trx) => findOrCreateAccount(trx, 'ada@example.org'));
  expect(signedIn).toBe(ada.user_id);
});

test('a repeat changes nothing, and whoever has applied or organizes stays as they are', async () => {
  const lin = await signUp(site, { name: 'Lin' });
  site.services.event.questions = [];
  await submitForm(lin, { track: 'Hacker Track', whyJoin: 'My own words.' });
  const gone = await signUp(site, { name: 'Gone' });
  await submitForm(gone, { track: 'Hacker Track' });
  expect((await gone.call('POST', '/applications/withdraw')).statusCode).toBeLessThan(300);
  const again = `Name,Email,Why join,Track,T-shirt\n${[grace.email, lin.email, gone.email, 'mary@example.org']
    .map((each) => `Other,${each},Other words,Startup Track,S`)
    .join('\n')}`;
  expect((await sendRegistrations(grace, again)).json()).toMatchObject({ added: 0, unchanged: 4 });
  expect(await findRow(lin.email)).toMatchObject({ why_join: 'My own words.', track: 'Hacker Track' });
  expect(await findRow(gone.email)).toBeUndefined();
});

test('imported twice at once, each person has one application; what is no list of people is refused', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `Person ${n},person-${n}@example.org,Hacker Track,M`);
  const csv = ['Name,Email,Track,T-shirt', ...rows].join('\n');
  const both = await Promise.all([sendRegistrations(grace, csv), sendRegistrations(grace, csv)]);
  const added = both.map((each) => each.json().added);
  expect(added[0] + added[1]).toBe(50);
  const refused = await sendRegistrations(grace, 'Title,Price\nSoup,3');
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'import_invalid']);
  expect((await sendRegistrations(grace, csv, { track: 'Sailing' })).json().code).toBe('unknown_track');
});
