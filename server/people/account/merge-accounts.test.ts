import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin, signUpAll, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { countAnswers } from '../../testing/races.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const issuer = 'https://id.example.org';
const addIdentity = (user_id: string, subject: string) =>
  site.services.db.insertInto('identities').values({ issuer, subject, user_id }).execute();
const findAccount = (id: string) =>
  site.services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
const merge = (id: string, email: string, keeps = 'this') =>
  grace.call('POST', `/users/${id}/merge`, { email, keeps });

/** An applicant from the provider whose address was lost to the account of the same person's code. */
async function createDoubled() {
  const applied = await createAttendee(site, { name: 'Ada Lovelace' });
  const empty = await signUp(site);
  await addIdentity(applied.id, applied.id);
  await site.services.db
    .updateTable('users')
    .set({ email: null, email_verified: false })
    .where('id', '=', applied.id)
    .execute();
  return { applied, empty };
}

test('an organizer merges a doubled account: the application stays, with the address and both ways to sign in', async () => {
  const { applied, empty } = await createDoubled();
  await addIdentity(empty.id, empty.id);
  expect((await grace.call('GET', '/home')).json().unconfirmed).toBe(1);
  expect((await merge(applied.id, empty.email)).statusCode).toBe(200);
  expect(await findAccount(empty.id)).toBeUndefined();
  expect(await findAccount(applied.id)).toMatchObject({ email: empty.email, email_verified: true });
  const { db } = site.services;
  const identities = db.selectFrom('identities').select('subject').where('user_id', '=', applied.id);
  expect((await identities.execute()).map(({ subject }) => subject).sort()).toEqual(
    [applied.id, empty.id].sort(),
  );
  expect((await applied.call('GET', '/auth/user')).json().user).toMatchObject({ email: empty.email });
  expect((await empty.call('GET', '/auth/user')).json().user).toBeNull();
  expect((await applied.call('GET', '/applications/me')).json().data.status).toBe('approved');
  expect((await grace.call('GET', '/home')).json().unconfirmed).toBe(0);
  const logged = db
    .selectFrom('audit')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'accounts.merged');
  expect(await logged.where('subject', '=', applied.id).execute()).toEqual([
    { actor_id: grace.id, detail: { merged: empty.id } },
  ]);
  await expectInvariants(site);
});

test('both addresses are told, and the one that stays is the kept account’s', async () => {
  const [kept, removed] = [await createAttendee(site), await createAttendee(site, { status: 'pending' })];
  const { code } = await createTestTeam(site, 1);
  expect((await removed.call('POST', '/teams/join', { inviteCode: code })).statusCode).toBe(200);
  expect((await merge(kept.id, removed.email.toUpperCase())).statusCode).toBe(200);
  expect(await findAccount(kept.id)).toMatchObject({ email: kept.email });
  const mails = await site.services.db
    .selectFrom('mails')
    .select(['recipient', 'text'])
    .where('user_id', '=', kept.id)
    .where('subject', 'like', 'You have one account%')
    .execute();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([kept.email, removed.email].sort());
  for (const { text } of mails) expect(text).toContain(`gets its emails at ${kept.email}`);
  expect((await kept.call('GET', '/applications/me')).json().data.status).toBe('approved');
  await expectInvariants(site);
});

test('an organizer chooses the other account, and what was unsubscribed, lent and mailed goes over', async () => {
  const { applied, empty } = await createDoubled();
  const { db } = site.services;
  const at = new Date();
  await db.insertInto('unsubscribed').values({ user_id: empty.id, at }).execute();
  await db
    .insertInto('loan_scans')
    .values({ id: crypto.randomUUID(), thing: 'cable', user_id: empty.id, by: grace.id, at })
    .execute();
  expect((await merge(applied.id, empty.email, 'other')).json().code).toBe('merge_applied');
  const chosen = await createAttendee(site);
  expect((await merge(chosen.id, empty.email)).statusCode).toBe(200);
  expect((await merge(applied.id, chosen.email, 'other')).statusCode).toBe(200);
  expect(await findAccount(applied.id)).toBeUndefined();
  for (const table of ['unsubscribed', 'loan_scans'] as const)
    expect(await db.selectFrom(table).select('user_id').execute()).toEqual([{ user_id: chosen.id }]);
  await expectInvariants(site);
});

test('what is no doubled account of a participant is refused', async () => {
  const ada = await createAttendee(site);
  const { lead, volunteer } = await signUpAll(site, {
    lead: { role: 'check-in-lead' },
    volunteer: { role: 'volunteer' },
  });
  const refusals = [
    await merge(ada.id, 'nobody@example.org'),
    await merge(ada.id, ada.email),
    await merge(ada.id, lead.email),
    await merge(ada.id, volunteer.email, 'other'),
    await merge(grace.id, ada.email),
    await merge(crypto.randomUUID(), ada.email),
  ];
  expect(refusals.map((answer) => answer.json().code)).toEqual([
    'no_other_account',
    'no_other_account',
    'merge_staff',
    'merge_staff',
    'merge_staff',
    'not_found',
  ]);
  expect(await findAccount(ada.id)).toBeDefined();
});

test('two accounts merged into each other at once, and deleted meanwhile, leave one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await createAttendee(site), await createAttendee(site)];
    const answers = await Promise.all([merge(one.id, other.email), merge(other.id, one.email)]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 404: 1 });
    const [left] = [await findAccount(one.id), await findAccount(other.id)].filter(Boolean);
    const third = await createAttendee(site);
    const deleted = await Promise.all([merge(third.id, left!.email!), third.call('DELETE', '/users/me')]);
    expect(deleted.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
  }
  await expectInvariants(site);
});
