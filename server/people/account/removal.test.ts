import { afterAll, beforeAll, expect, test } from 'vitest';
import { passToken } from '../../event-day/check-in/pass.ts';
import { anonymous, signUp, signUpAll, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { listCodes } from '../../testing/codes.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
let owner: TestActor;
beforeAll(async () => {
  site = await createTestApp({}, { event: { capacity: 5, waitlist: true } });
  const organizers = { owner: { role: 'admin' }, grace: { role: 'admin', isOwner: false } } as const;
  ({ owner, grace } = await signUpAll(site, organizers));
});
afterAll(() => site.close());

const reason = 'Code of conduct';
const remove = (id: string, by = grace) => by.call('PUT', `/users/${id}/removal`, { reason });
const passOf = async (who: TestActor) => {
  const [row] = await site.services.db
    .selectFrom('users')
    .select('pass_version as passVersion')
    .where('id', '=', who.id)
    .execute();
  return passToken(site.services, { id: who.id, passVersion: row!.passVersion });
};

test('somebody who is removed has no pass, team, session or email, and their check-in stays', async () => {
  const { db } = site.services;
  const { leader: ada, members } = await createTestTeam(site, 2);
  const id = await createApplicant(site, ada);
  const pass = await passOf(ada);
  expect((await grace.call('POST', '/applications/check-in', { userId: ada.id, pass })).statusCode).toBe(200);
  const mails = () => db.selectFrom('mails').select('subject').where('user_id', '=', ada.id).execute();
  const before = await mails();
  const answers = await Promise.all([remove(ada.id), remove(ada.id), ada.call('GET', '/applications/me')]);
  expect(answers.slice(0, 2).map(({ statusCode }) => statusCode)).toEqual([200, 200]);

  expect((await ada.call('GET', '/applications/me')).statusCode).toBe(401);
  const team = (await members[1]!.call('GET', '/auth/user')).json().user.team;
  expect((await members[1]!.call('GET', `/teams/${team}`)).json().creator._id).toBe(members[1]!.id);
  expect((await mails()).length).toBeLessThanOrEqual(before.length);
  const shown = (await grace.call('GET', `/applications/${id}`)).json();
  expect(shown).toMatchObject({ status: 'rejected', can: { approve: false, reject: false } });
  expect(shown.removedAt).toBeDefined();
  expect(shown.checkedInAt).not.toBeNull();
  const history = (await grace.call('GET', `/applications/${id}/history`)).json();
  expect(history.filter(({ action }: { action: string }) => action === 'person.removed')).toMatchObject([
    { by: grace.name, reason },
  ]);

  // Stations stop them: by the old pass, and by the roster that they keep.
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const refused = await grace.call('POST', '/applications/check-in', { userId: ada.id, pass }, { headers });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'person_removed', message: 'Removed: call an organizer', person: ada.name },
  ]);
  expect((await grace.call('POST', '/check-ins/read', { userId: ada.id, pass })).json().code).toBe(
    'person_removed',
  );
  const roster = (await grace.call('GET', '/check-ins/roster')).json();
  expect(roster.people.find(({ userId }: { userId: string }) => userId === ada.id).removed).toBe(true);
  expect((await grace.call('GET', `/applications/search?term=${ada.name}`)).json()).toEqual([]);

  // Neither a decision nor a place readmits them, and signing in tells them whom to contact.
  expect((await grace.call('PUT', `/applications/${id}`, { status: 'approved' })).json().code).toBe(
    'person_removed',
  );
  const offered = await grace.call('POST', `/applications/${id}/offer`, { reason: 'Please' });
  expect(offered.json().code).toBe('person_removed');
  await anonymous(site).call('POST', '/auth/email/start', { email: ada.email });
  const code = (await listCodes(site, ada.email)).at(-1);
  const signedIn = await anonymous(site).call('POST', '/auth/email/verify', { email: ada.email, code });
  expect(signedIn.statusCode).toBe(403);
  const contact = site.services.event.links.contact.replace('mailto:', '');
  expect(signedIn.json().message).toBe(
    `The organizers have removed you from this event. To talk to them, write to ${contact}.`,
  );
  await expectInvariants(site);

  expect((await grace.call('DELETE', `/users/${ada.id}/removal`)).statusCode).toBe(200);
  expect((await grace.call('DELETE', `/users/${ada.id}/removal`)).statusCode).toBe(200);
  const lifted = (await grace.call('GET', `/applications/${id}`)).json();
  expect(lifted).toMatchObject({ status: 'approved', user: { team: null } });
  expect(lifted.removedAt).toBeUndefined();
  expect(
    (await anonymous(site).call('POST', '/auth/email/verify', { email: ada.email, code })).statusCode,
  ).toBe(200);
  expect((await grace.call('POST', '/check-ins/read', { userId: ada.id, pass })).json().code).toBe(
    'invalid_pass',
  );
  await expectInvariants(site);
});

test('a pending application is pending again, and an email that waits is not sent', async () => {
  const { db } = site.services;
  const ben = await signUp(site);
  const id = await createApplicant(site, ben, { status: 'pending' });
  const decided = await grace.call('PUT', `/applications/${id}`, { status: 'approved', undoable: true });
  expect(decided.statusCode).toBe(200);
  const waiting = db
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', ben.id)
    .where('sent_at', 'is', null);
  expect(await waiting.execute()).toHaveLength(1);
  await remove(ben.id);
  expect(await waiting.execute()).toEqual([]);
  const undone = await grace.call('POST', `/applications/${id}/undo`, { status: 'rejected' });
  expect(undone.json().code).toBe('decision_final');
  const carl = await signUp(site);
  const theirs = await createApplicant(site, carl, { status: 'pending' });
  await remove(carl.id);
  await grace.call('DELETE', `/users/${carl.id}/removal`);
  expect((await grace.call('GET', `/applications/${theirs}`)).json()).toMatchObject({
    status: 'pending',
    reviewedAt: null,
  });
  await expectInvariants(site);
});

test('the team that runs the event is neither removed nor deleted, nor is somebody unknown', async () => {
  const { volunteer } = await signUpAll(site, { volunteer: { role: 'volunteer' } });
  const application = await createApplicant(site, volunteer);
  const shown = (await grace.call('GET', `/applications/${application}`)).json();
  expect(shown.can.remove).toBe(false);
  for (const who of [volunteer, grace, owner]) {
    expect((await remove(who.id)).json().code).toBe('removal_of_staff');
    expect((await owner.call('DELETE', `/users/${who.id}`)).json().code).toBe('removal_of_staff');
  }
  expect((await remove(crypto.randomUUID())).statusCode).toBe(404);
  expect((await grace.call('DELETE', `/users/${crypto.randomUUID()}/removal`)).statusCode).toBe(404);
  expect((await owner.call('DELETE', `/users/${crypto.randomUUID()}`)).statusCode).toBe(404);
});

test('an owner who has just signed in deletes somebody, and no name of them is left', async () => {
  const dora = await signUp(site, { name: 'Dorabella Quintessence' });
  const id = await createApplicant(site, dora);
  await grace.call('PUT', `/applications/${id}/notes/${crypto.randomUUID()}`, {
    text: 'Dorabella Quintessence called',
  });
  await remove(dora.id);
  expect((await grace.call('DELETE', `/users/${dora.id}`)).json().code).toBe('forbidden');
  site.advance(11 * 60_000);
  expect((await owner.call('DELETE', `/users/${dora.id}`)).json().code).toBe('stale_sign_in');
  site.advance(-11 * 60_000);
  const answers = await Promise.all([1, 2].map(() => owner.call('DELETE', `/users/${dora.id}`)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  const log = (await grace.call('GET', '/log')).json();
  expect(JSON.stringify(log)).not.toContain('Dorabella');
  expect(log[0]).toMatchObject({ action: 'account.deleted', by: owner.name, subject: null });
  expect((await grace.call('GET', `/applications/${id}`)).statusCode).toBe(404);
  await expectInvariants(site);
});

test('an organizer replaces a lost pass: the old code is void, and the person is told where the new one is', async () => {
  const eve = await signUp(site);
  await createApplicant(site, eve);
  const pass = await passOf(eve);
  const replaced = await grace.call('POST', `/users/${eve.id}/pass`);
  expect(replaced.json().qrCode).toMatch(/^data:image/);
  expect((await grace.call('POST', '/check-ins/read', { userId: eve.id, pass })).json().code).toBe(
    'invalid_pass',
  );
  const subjects = await site.services.db
    .selectFrom('mails')
    .select('subject')
    .where('user_id', '=', eve.id)
    .execute();
  expect(subjects).toEqual([{ subject: `Your new pass for ${site.services.event.name}` }]);
  await eve.call('POST', `/users/${eve.id}/pass`);
  expect(
    await site.services.db.selectFrom('mails').select('id').where('user_id', '=', eve.id).execute(),
  ).toHaveLength(1);
});
