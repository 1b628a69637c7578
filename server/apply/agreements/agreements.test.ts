import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkEvent } from '../../event/event-document.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { submitForm } from '../../testing/forms.ts';
import { askAgreements, testAgreements } from '../../testing/questions.ts';
import { unzip } from '../../testing/zip.ts';
import { listUsersWhoAgreed } from './agreements.service.ts';

let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
  askAgreements(site);
});
afterEach(() => site.close());

const [conduct, book] = testAgreements;
const agreeing = (versions: Record<string, string>) => ({ agreements: JSON.stringify(versions) });
const both = agreeing({ conduct: '1', 'resume-book': '1' });
const agree = (actor: TestActor, agreed: boolean, version = '1', id = 'resume-book') =>
  actor.call('PUT', `/agreements/${id}`, { agreed, version });
const applicationOf = async (actor: TestActor) => (await actor.call('GET', '/applications/me')).json().data;
const has = async (actor: TestActor, id = 'resume-book') =>
  (await listUsersWhoAgreed(site.services.db, site.services.event, id)).includes(actor.id);

test('the event says what it asks for, and nothing where it asks for nothing', async () => {
  const ada = await signUp(site);
  expect((await ada.call('GET', '/event')).json().agreements).toEqual(testAgreements);
  askAgreements(site, []);
  expect((await ada.call('GET', '/event')).json()).not.toHaveProperty('agreements');
});

test('nobody applies without what is required; what is optional can be left out', async () => {
  const ada = await signUp(site);
  for (const sent of [{}, agreeing({}), agreeing({ conduct: '0' }), agreeing({ 'resume-book': '1' })]) {
    const answer = await submitForm(ada, sent);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'apply_agreement']);
    expect(answer.json().fields).toEqual({ 'agreements.conduct': 'Please accept: Code of conduct' });
  }
  for (const sent of ['null', '[]', '{', '"conduct"', '{"conduct":1}'])
    expect((await submitForm(ada, { agreements: sent })).json().code).toBe('apply_agreement');
  const sent = await submitForm(ada, agreeing({ conduct: '1', nonsense: '7' }));
  expect(sent.statusCode).toBe(201);
  expect(sent.json().data.agreements).toEqual([
    { id: 'conduct', version: '1', title: conduct.title, text: conduct.text, at: expect.any(String) },
  ]);
  expect([await has(ada, 'conduct'), await has(ada), await has(ada, 'unknown')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a later text is asked for again, and what was agreed to before stays known with its text', async () => {
  const ada = await signUp(site);
  const grace = await signUpAdmin(site);
  const { _id } = (await submitForm(ada, both)).json().data;
  const newer = { ...book, version: '2', text: 'Sponsors may read my resume and my name.' };
  askAgreements(site, [conduct, newer]);
  expect(await has(ada)).toBe(false);
  expect((await agree(ada, true, '1')).json().code).toBe('agreement_changed');
  expect((await agree(ada, true, '2')).statusCode).toBe(200);
  expect(await has(ada)).toBe(true);
  const { agreements } = (await grace.call('GET', `/applications/${_id}`)).json();
  expect(agreements.map(({ id, version, text }: Record<string, string>) => [id, version, text])).toEqual([
    ['conduct', '1', conduct.text],
    ['resume-book', '1', book.text],
    ['resume-book', '2', newer.text],
  ]);
  // Even when the event no longer asks for anything.
  askAgreements(site, []);
  expect((await grace.call('GET', `/applications/${_id}`)).json().agreements).toHaveLength(3);
});

test('what is optional can be taken back and given again; what is required cannot be taken back', async () => {
  const [ada, bob] = [await signUp(site), await signUp(site)];
  await submitForm(ada, both);
  await submitForm(bob, both);
  const listed = () => listUsersWhoAgreed(site.services.db, site.services.event, 'resume-book');
  expect((await listed()).sort()).toEqual([ada.id, bob.id].sort());
  expect((await agree(ada, false, '1', 'conduct')).json().code).toBe('agreement_required');
  expect((await agree(ada, false)).statusCode).toBe(200);
  expect((await agree(ada, false)).statusCode).toBe(200);
  expect(await listed()).toEqual([bob.id]);
  expect((await applicationOf(ada)).agreements[1]).toMatchObject({
    id: 'resume-book',
    revokedAt: expect.any(String),
  });
  expect((await agree(ada, true)).statusCode).toBe(200);
  expect((await agree(ada, true)).statusCode).toBe(200);
  expect(await has(ada)).toBe(true);
  const audited = await site.services.db
    .selectFrom('audit')
    .where('subject', '=', ada.id)
    .where('action', 'like', 'agreement.%')
    .select('action')
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'agreement.made',
    'agreement.made',
    'agreement.revoked',
    'agreement.made',
  ]);
});

test('only people with an application agree, and only to what the event asks', async () => {
  const ada = await signUp(site);
  expect((await agree(ada, true)).statusCode).toBe(404);
  await submitForm(ada, both);
  expect((await agree(ada, true, '1', 'unknown')).statusCode).toBe(404);
});

test('it stays when an application is withdrawn and restored, is in the export, and goes with the account', async () => {
  const ada = await signUp(site);
  await submitForm(ada, both);
  await ada.call('POST', '/applications/withdraw');
  expect((await agree(ada, false)).statusCode).toBe(200);
  await ada.call('POST', '/applications/restore');
  expect([await has(ada, 'conduct'), await has(ada)]).toEqual([true, false]);
  const files = unzip((await ada.call('GET', '/users/me/export')).rawPayload);
  const about = JSON.parse(files.get('about-me.json')!.toString());
  expect(about.agreements).toMatchObject([
    { agreement: 'conduct', version: '1', text: conduct.text, revoked_at: null },
    { agreement: 'resume-book', revoked_at: expect.any(String) },
  ]);
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(await site.services.db.selectFrom('agreements').selectAll().execute()).toEqual([]);
});

test('mistakes in the event are named at their place', async () => {
  const check = (agreements: unknown[]) => checkEvent({ ...defaultDocument, agreements });
  expect(check([conduct]).agreements).toEqual([conduct]);
  expect(() => check([conduct, conduct])).toThrow('agreements, entry 2: id is used twice: conduct');
  expect(() => check([{ ...conduct, id: '1st' }])).toThrow('agreements, entry 1: id is not an id like phone');
  expect(() => check([{ ...conduct, version: undefined }])).toThrow(
    'agreements, entry 1: version is missing',
  );
  expect(() => check([{ ...conduct, text: ' ' }])).toThrow('agreements, entry 1: text is missing');
});
