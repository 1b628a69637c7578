import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { limitPlaces } from '../../testing/places.ts';
import { askAgreements, askQuestions, testAnswers } from '../../testing/questions.ts';
import { applyRetention } from './retention.service.ts';

const day = 24 * 3_600_000;
const tables = ['answers', 'agreements', 'guardians', 'places', 'waitlist'] as const;
let site: TestApp;
let people: TestActor[];
beforeEach(async () => {
  site = await createTestApp();
  askAgreements(site);
  askQuestions(site);
  site.services.event = { ...site.services.event, guardian: { question: 'age', under: 18 } };
  const { dates } = site.services.event;
  limitPlaces(site, { capacity: 1, answerBy: { hours: 48 } });
  // Retention counts from the end of the event.
  site.services.event = { ...site.services.event, dates };
  const grace = await signUpAdmin(site);
  people = [];
  for (const name of ['Ada Lovelace', 'Bob Moog']) {
    const who = await signUp(site, { name });
    const sent = await submitForm(who, {
      answers: JSON.stringify({ ...testAnswers, age: 16 }),
      agreements: JSON.stringify({ conduct: '1' }),
      guardianEmail: `parent.of.${name.slice(0, 3).toLowerCase()}@example.org`,
    });
    await grace.call('PUT', `/applications/${sent.json().data._id}`, { status: 'approved' });
    people.push(who);
  }
});
afterEach(() => site.close());

const countAll = async () => {
  const counts = tables.map((table) => site.database.pool.query(`select count(*)::int as n from ${table}`));
  return (await Promise.all(counts)).map(({ rows }) => rows[0].n);
};

test('answers, agreements, guardians, places and the waitlist stay as long as the application, and go with it', async () => {
  expect(await countAll()).toEqual([18, 2, 2, 1, 1]);
  site.advance(364 * day);
  await applyRetention(site.services);
  expect(await countAll()).toEqual([18, 2, 2, 1, 1]);
  site.advance(2 * day);
  await applyRetention(site.services);
  expect(await countAll()).toEqual([0, 0, 0, 0, 0]);
  const { rows } = await site.database.pool.query("select * from mails where recipient like 'parent%'");
  expect(rows).toEqual([]);
});

test('those of a withdrawn application go with it', async () => {
  await people[0]!.call('POST', '/applications/withdraw');
  await people[1]!.call('POST', '/applications/withdraw');
  expect((await countAll()).slice(0, 3)).toEqual([18, 2, 2]);
  site.advance(366 * day);
  await applyRetention(site.services);
  expect(await countAll()).toEqual([0, 0, 0, 0, 0]);
});
