import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signUpAll, type TestActor, withCookie } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

let site: TestApp;
let people: Record<'owner' | 'organizer' | 'lead', TestActor>;
beforeAll(async () => {
  site = await createTestApp();
  delete site.services.config.scoreReviewPassword;
  people = await signUpAll(site, {
    owner: { role: 'admin' },
    organizer: { role: 'admin', isOwner: false },
    lead: { role: 'judging-lead' },
  });
});
afterAll(() => site.close());

/** Opens the results without the password, and returns an actor with that cookie. */
async function open(by: TestActor) {
  const answer = await by.call('POST', '/score-review/open');
  expect(answer.statusCode, answer.body).toBe(200);
  const cookie = [answer.headers['set-cookie']].flat().map((each) => String(each).split(';')[0]);
  return withCookie(site, cookie.join('; '));
}
const source = async () => (await people.owner.call('GET', '/score-review/password')).json();

test('owners and judging leads open the results without a password, which is logged; other organizers need it', async () => {
  expect(await source()).toEqual({ source: 'none', can: { open: true, set: true } });
  for (const by of [people.owner, people.lead]) {
    const reviewer = await open(by);
    expect((await reviewer.call('GET', '/scores/teams')).statusCode).toBe(200);
  }
  expect((await people.organizer.call('POST', '/score-review/open')).statusCode).toBe(403);
  expect((await people.organizer.call('GET', '/score-review/password')).json().can).toEqual({
    open: false,
    set: false,
  });
  await vi.waitFor(async () => {
    const log = (await people.owner.call('GET', '/log?kind=judging')).json();
    expect(log.map(({ action, by }: { action: string; by: string }) => `${action} ${by}`).sort()).toEqual(
      [people.lead, people.owner].map(({ name }) => `score-review.opened ${name}`).sort(),
    );
  });
});

test('a download of the scores is logged under whoever opened them without the password', async () => {
  expect((await (await open(people.lead)).call('GET', '/scores/export.csv')).statusCode).toBe(200);
  await vi.waitFor(async () => {
    const log: { action: string; by: string }[] = (await people.owner.call('GET', '/log')).json();
    expect(log.find(({ action }) => action === 'scores.exported')).toMatchObject({ by: people.lead.name });
  });
});

test('an owner sets the password, which locks open results; the setting of the server wins', async () => {
  const reviewer = await open(people.lead);
  const body = { password: 'correct horse' };
  expect((await people.lead.call('PUT', '/score-review/password', body)).statusCode).toBe(403);
  expect((await people.owner.call('PUT', '/score-review/password', { password: 'short' })).statusCode).toBe(
    400,
  );
  expect((await people.owner.call('PUT', '/score-review/password', body)).statusCode).toBe(200);
  expect((await reviewer.call('GET', '/scores/teams')).statusCode).toBe(401);
  expect((await source()).source).toBe('stored');
  expect((await people.organizer.call('POST', '/score-review/unlock', body)).statusCode).toBe(200);
  const stored = await site.services.db.selectFrom('settings').select('value').execute();
  expect(JSON.stringify(stored)).not.toContain('correct horse');

  site.services.config.scoreReviewPassword = 'of the server';
  try {
    expect(await source()).toEqual({ source: 'environment', can: { open: true, set: false } });
    expect((await people.owner.call('PUT', '/score-review/password', body)).json().code).toBe(
      'review_password_fixed',
    );
    expect((await people.organizer.call('POST', '/score-review/unlock', body)).statusCode).toBe(401);
    expect((await (await open(people.owner)).call('GET', '/scores/teams')).statusCode).toBe(200);
  } finally {
    delete site.services.config.scoreReviewPassword;
  }
});
