import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { askQuestions, testAnswers, testQuestions } from '../../testing/questions.ts';

let site: TestApp;
let grace: TestActor;
let ida: TestActor;
const ids: Record<string, string> = {};

beforeAll(async () => {
  site = await createTestApp();
  askQuestions(site, [
    ...testQuestions,
    {
      ...{ id: 'travel', type: 'choice', label: 'Travel', options: ['By bus'], other: true },
      ...{ required: false, sensitive: false, visibleTo: [] },
    },
  ]);
  grace = await signUpAdmin(site, 'Grace');
  ida = await signUp(site, { name: 'Ida', role: 'application-reviewer' });
  const people: [string, object, object][] = [
    ['Ada', { tShirtSize: 'S', dietaryRestrictions: 'vegan' }, { school: 'Owl College', travel: 'By bus' }],
    [
      'Ben',
      { tShirtSize: 'XL', dietaryRestrictions: 'other: no nuts' },
      { level: 'Bachelor', travel: 'other: by ship' },
    ],
    ['Cleo', { tShirtSize: 'S', dietaryRestrictions: 'vegetarian' }, { photos: undefined, country: 'US' }],
  ];
  for (const [name, fields, answers] of people) {
    const sent = await submitForm(await signUp(site, { name }), {
      ...fields,
      answers: JSON.stringify({ ...testAnswers, ...answers }),
    });
    ids[name] = sent.json().data._id;
  }
});
afterAll(() => site.close());

const list = async (query: string, who = grace) => {
  const answer = await who.call('GET', `/applications?${query}`);
  if (answer.statusCode !== 200) return answer.json().code;
  const names = answer.json<Application[]>().map(({ user }) => user.name);
  expect(answer.headers['x-total-count']).toBe(String(names.length));
  return names.sort().join();
};
const byAnswer = (answers: Record<string, string>, who = grace) =>
  list(new URLSearchParams({ answers: new URLSearchParams(answers).toString() }).toString(), who);

test('the list is filtered by size, food, and any answer', async () => {
  expect(await list('size=S')).toBe('Ada,Cleo');
  expect(await list('size=S&food=vegan')).toBe('Ada');
  expect(await list('food=other')).toBe('Ben');
  expect(await byAnswer({ school: 'owl coll' })).toBe('Ada');
  expect(await byAnswer({ level: 'Master' })).toBe('Ada,Cleo');
  expect(await byAnswer({ level: 'Master', travel: 'By bus' })).toBe('Ada');
  expect(await byAnswer({ travel: 'other: ' })).toBe('Ben');
  expect(await byAnswer({ country: 'US' })).toBe('Cleo');
  expect(await byAnswer({ photos: 'true' })).toBe('Ada,Ben');
  expect(await byAnswer({ nobody: 'asked' })).toBe('invalid_input');
});

test('sensitive answers filter for organizers only, and nothing tells who applied while review is blind', async () => {
  expect(await byAnswer({ needs: 'Captions' })).toBe('Ada,Ben,Cleo');
  expect(await byAnswer({ needs: 'Captions' }, ida)).toBe('invalid_input');
  expect(await byAnswer({ level: 'Bachelor' }, ida)).toBe('Ben');
  await grace.call('PUT', '/reviews/blind', { blind: true });
  expect(await byAnswer({ level: 'Bachelor' }, ida)).toBe('');
  await grace.call('PUT', '/reviews/blind', { blind: false });
});

test('it is filtered by who rated or has claimed, and the export has ratings and notes', async () => {
  await ida.call('PUT', `/applications/${ids.Ada}/review`, { rating: 4, note: 'Builds boats' });
  await grace.call('PUT', `/applications/${ids.Ada}/notes/${crypto.randomUUID()}`, { text: 'Met her' });
  await grace.call('PUT', '/reviews/claims', { ids: [ids.Ben], reviewer: ida.id });
  expect(await list(`reviewer=${ida.id}`)).toBe('Ada,Ben');
  expect(await list(`reviewer=${grace.id}`)).toBe('');
  const details = async () =>
    (await grace.call('POST', '/applications/details', { ids: [ids.Ada, ids.Cleo] }))
      .json()
      .map(({ reviews, notes }: Record<string, unknown>) => ({ reviews, notes }));
  expect(await details()).toContainEqual({
    reviews: [{ by: 'Ida', rating: 4, note: 'Builds boats' }],
    notes: [{ by: 'Grace', text: 'Met her' }],
  });
  await grace.call('PUT', '/reviews/blind', { blind: true });
  expect(await details()).toEqual([{}, {}]);
  await grace.call('PUT', '/reviews/blind', { blind: false });
});

test('the list is filtered by who is coming', async () => {
  const set = (name: string, coming: boolean) =>
    site.services.db
      .updateTable('applications')
      .set({ attendance_confirmed: coming, attendance_declined: !coming })
      .where('id', '=', ids[name]!)
      .execute();
  await site.services.db
    .updateTable('applications')
    .set({ status: 'approved', reviewed_at: new Date() })
    .execute();
  await set('Ada', true);
  await set('Ben', false);
  expect(await list('coming=yes')).toBe('Ada');
  expect(await list('coming=no')).toBe('Ben');
  expect(await list('coming=none')).toBe('Cleo');
  expect(await list('coming=perhaps')).toBe('invalid_input');
});
