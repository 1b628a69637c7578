import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { deleteExpiredSignIns } from './sign-in-codes.service.ts';
import { createSignInLink } from './sign-in-links.service.ts';

const hour = 3_600_000;
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
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

test('sessions, links, codes and their emails are deleted when they expire, and no sooner', async () => {
  const ada = await signUp(site);
  await anonymous(site).call('POST', '/auth/email/start', { email: ada.email });
  await createSignInLink(site.services, site.services.db, ada.id);
  // The rows carry the database's clock, which the test cannot move.
  const made = { codes: 1, mails: 1, sessions: 1, links: 1 };
  await deleteExpiredSignIns(site.services);
  expect(await rows()).toEqual(made);
  site.advance(hour);
  await deleteExpiredSignIns(site.services);
  expect(await rows()).toEqual({ ...made, links: 0 });
  site.advance(23 * hour + 60_000);
  await deleteExpiredSignIns(site.services);
  expect(await rows()).toEqual({ codes: 0, mails: 0, sessions: 1, links: 0 });
  site.advance(6 * 24 * hour);
  await deleteExpiredSignIns(site.services);
  expect(await rows()).toEqual({ codes: 0, mails: 0, sessions: 0, links: 0 });
});
