import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';

let app: TestApp;
let grace: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  grace = await signUpAdmin(app, 'Grace Hopper');
});
afterAll(() => app.close());

const namesFor = async (term: string) => {
  const answer = await grace.call(
    'GET',
    `/applications/search?status=approved&term=${encodeURIComponent(term)}`,
  );
  return answer.json().map((one: { name: string }) => one.name);
};

test('the search finds approved people only, by words of name or email, wildcards taken literally', async () => {
  const ada = await createAttendee(app, { name: 'Ada Lovelace', attending: true });
  await createAttendee(app, { name: 'Ada_Byron' });
  await createAttendee(app, { name: 'Adam 100% Smith' });
  await createAttendee(app, { name: 'Ada Pending', status: 'pending' });
  await createAttendee(app, { name: 'Ada Rejected', status: 'rejected' });
  expect(await namesFor('ada')).toEqual(['Ada Lovelace', 'Ada_Byron', 'Adam 100% Smith']);
  await createAttendee(app, { name: 'Édith Żółć' });
  expect([await namesFor('édith'), await namesFor('ŻÓŁĆ')]).toEqual([['Édith Żółć'], ['Édith Żółć']]);
  expect(await namesFor('  LOVELACE   ada ')).toEqual(['Ada Lovelace']);
  expect(await namesFor(ada.email)).toEqual(['Ada Lovelace']);
  expect(await namesFor('_')).toEqual(['Ada_Byron']);
  expect(await namesFor('%')).toEqual(['Adam 100% Smith']);
  expect(await namesFor('\\')).toEqual([]);
  for (const blank of ['', ' ', '\u200b']) expect(await namesFor(blank)).toEqual([]);
  const [found] = (await grace.call('GET', '/applications/search?term=lovelace')).json();
  expect(found).toEqual({
    _id: expect.any(String),
    userId: ada.id,
    name: 'Ada Lovelace',
    email: ada.email,
    major: 'Mathematics',
    attendanceConfirmed: true,
    checkedInAt: null,
  });
});

test('the code on a pass finds its holder, as it is read aloud or copied', async () => {
  const [ada] = await Promise.all(['Ada Code', 'Bob Code'].map((name) => createAttendee(app, { name })));
  const code = ada!.id.slice(0, 8);
  const spaced = `${code.slice(0, 4)} ${code.slice(4)} `;
  for (const term of [code, code.toUpperCase(), spaced, `ID ${code}`])
    expect(await namesFor(term)).toEqual(['Ada Code']);
  for (const term of [code.slice(0, 7), `${code}0`]) expect(await namesFor(term)).toEqual([]);
  const waiting = await createAttendee(app, { name: 'Pending Code', status: 'pending' });
  expect(await namesFor(waiting.id.slice(0, 8))).toEqual([]);
});

test('a search lists first those whose names begin with the words', async () => {
  for (const name of ['Aaron Svanberg', 'Anna Holm', 'Johan Anders', 'Hanna An'])
    await createAttendee(app, { name });
  const found = await grace.call('GET', '/applications/search?term=an');
  const names = found.json().map((person: { name: string }) => person.name);
  const order = ['Anna Holm', 'Hanna An', 'Johan Anders', 'Aaron Svanberg'];
  expect(names.filter((name: string) => order.includes(name))).toEqual(order);
});

test('a search ignores accents on both sides', async () => {
  for (const name of ['Máyà Pärk', 'Maya Parker', 'MAYA PÄRKE']) await createAttendee(app, { name });
  for (const term of ['maya park', 'Mâya pärk', 'ya pärk'])
    expect((await namesFor(term)).toSorted()).toEqual(['MAYA PÄRKE', 'Maya Parker', 'Máyà Pärk']);
});

test('a search term has at most 100 characters, is sent once, and finds at most 50 people', async () => {
  await Promise.all(
    Array.from({ length: 55 }, (_one, index) => createAttendee(app, { name: `Crowd ${index}` })),
  );
  expect(await namesFor('crowd')).toHaveLength(50);
  for (const query of [`term=${'a'.repeat(101)}`, 'term=a&term=b', '', 'term=a%00'])
    expect((await grace.call('GET', `/applications/search?${query}`)).statusCode).toBe(400);
});
