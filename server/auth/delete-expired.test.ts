import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, person } from '../testing/actors.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { forgetExpired } from './delete-expired.service.ts';
import { signInLink } from './sign-in-links.service.ts';

const hour = 3_600_000;
let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

async function rows() {
  const { db } = site.services;
  const count = async (table: 'email_codes' | 'mails' | 'sessions' | 'sign_in_links') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  return {
    codes: await count('email_codes'),
    mails: await count('mails'),
    sessions: await count('sessions'),
    links: await count('sign_in_links'),
  };
}

test('what signing in leaves behind is forgotten when its time is over, and no sooner', async () => {
  const ada = await person(site);
  await anonymous(site).call('POST', '/auth/email/start', { email: ada.email });
  await signInLink(site.services, site.services.db, ada.id);
  // The rows carry the database's clock, which the test cannot move.
  const made = { codes: 1, mails: 1, sessions: 1, links: 1 };
  await forgetExpired(site.services);
  expect(await rows()).toEqual(made);
  site.advance(hour);
  await forgetExpired(site.services);
  expect(await rows()).toEqual({ ...made, links: 0 });
  site.advance(23 * hour + 60_000);
  await forgetExpired(site.services);
  expect(await rows()).toEqual({ codes: 0, mails: 0, sessions: 1, links: 0 });
  site.advance(6 * 24 * hour);
  await forgetExpired(site.services);
  expect(await rows()).toEqual({ codes: 0, mails: 0, sessions: 0, links: 0 });
});
