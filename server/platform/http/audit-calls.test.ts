import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous, signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { signInReviewer } from '../../testing/judges.ts';
import { createPdf } from '../../testing/pdf.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const entries = () =>
  site.services.db.selectFrom('audit').select(['actor_id', 'action', 'subject']).orderBy('id').execute();
/** Waits for an entry, which is written after the answer, and returns the number of entries of its kind. */
async function countEntries(entry: { actor_id?: string | null; action: string; subject?: string }) {
  const matching = async () =>
    (await entries()).filter((row) =>
      Object.entries(entry).every(([key, value]) => row[key as never] === value),
    );
  await vi.waitFor(async () => expect(await matching()).not.toEqual([]));
  return (await matching()).length;
}

test('a refusal for lack of rights is recorded, once however often it is repeated', async () => {
  const ada = await signUp(site);
  for (let time = 0; time < 3; time += 1) expect((await ada.call('GET', '/volunteers')).statusCode).toBe(403);
  const refused = { actor_id: ada.id, action: 'access.refused', subject: 'GET /api/volunteers' };
  expect(await countEntries(refused)).toBe(1);
  site.advance(60_001);
  await ada.call('GET', '/volunteers');
  await vi.waitFor(async () => expect(await countEntries(refused)).toBe(2));
});

test('a limit that is reached is recorded', async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  const guess = () => anonymous(limited).call('POST', '/score-review/unlock', { password: 'wrong' });
  while ((await guess()).statusCode !== 429);
  const rows = limited.services.db.selectFrom('audit').select(['action', 'subject']);
  await vi.waitFor(async () =>
    expect(await rows.execute()).toEqual([
      { action: 'limit.reached', subject: 'POST /api/score-review/unlock' },
    ]),
  );
  await limited.close();
});

test('unlocks and exports of the results are recorded', async () => {
  const rita = await signInReviewer(site);
  await rita.call('GET', '/scores/export.csv');
  await rita.call('GET', '/scores/export.json');
  expect(await countEntries({ action: 'score-review.unlocked' })).toBe(1);
  await vi.waitFor(async () => expect(await countEntries({ action: 'scores.exported' })).toBe(2));
});

test('documents that organizers open are recorded under the document, those of their owners are not', async () => {
  const [ada, grace] = [await signUp(site), await signUpAdmin(site)];
  await submitForm(ada, {}, { resume: createPdf({ text: ['Resume'] }) });
  const { resumeUrl } = (await ada.call('GET', '/applications/me')).json().data;
  const path = String(resumeUrl).replace(/^\/api/, '');
  expect((await ada.call('GET', path)).statusCode).toBe(200);
  expect((await grace.call('GET', path)).statusCode).toBe(200);
  const subject = path.split('/').at(-1)!;
  expect(await countEntries({ actor_id: grace.id, action: 'file.downloaded', subject })).toBe(1);
  expect(await countEntries({ action: 'file.downloaded' })).toBe(1);
  await ada.call('GET', '/users/me/export');
  expect(await countEntries({ actor_id: ada.id, action: 'account.exported' })).toBe(1);
});
