import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { harbourDocument } from '../testing/default-event.ts';
import { submitForm } from '../testing/forms.ts';
import { createGeneratedPdf } from '../testing/pdf.ts';

// What works with an event that shares nothing with the default one is not hard-coded.
let site: TestApp;

beforeAll(async () => {
  site = await createTestApp({}, { event: harbourDocument });
  // This event enforces its deadline: the tests begin a month before it.
  site.advance(Date.parse('2026-05-01T00:00:00Z') - Date.now());
});
afterAll(() => site.close());

test('its name, time zone, tracks and checkpoints are served', async () => {
  const event = (await anonymous(site).call('GET', '/event')).json();
  expect(event).toMatchObject({ name: 'Harbour Day', timezone: 'Europe/Berlin' });
  expect(event.tracks.map(({ id }: { id: string }) => id)).toEqual(['Open Water', 'Tandem', 'Ventures']);
  expect(event.checkpoints[0].id).toBe('gangway');
});

test('its tracks are accepted, those of the default event are not', async () => {
  expect((await submitForm(await signUp(site), { track: 'Open Water' })).statusCode).toBe(201);
  expect((await submitForm(await signUp(site), { track: 'Hacker Track' })).statusCode).toBe(400);
});

test('its pitch deck rule names its track', async () => {
  const refused = await submitForm(await signUp(site), { track: 'Ventures' });
  expect(refused.json().message).toBe('Please upload your pitch deck for Ventures');
  const deck = { resume: createGeneratedPdf('pdf-min'), pitchDeck: createGeneratedPdf('pdf-min') };
  expect((await submitForm(await signUp(site), { track: 'Ventures' }, deck)).statusCode).toBe(201);
});

test('its limited track takes three, and the refusal says so', async () => {
  const leader = await signUp(site);
  const team = (await leader.call('POST', '/teams', { name: 'Gulls', maxMembers: 4 })).json();
  for (let more = 0; more < 3; more++)
    expect(
      (await (await signUp(site)).call('POST', '/teams/join', { inviteCode: team.inviteCode })).statusCode,
    ).toBe(200);
  await submitForm(leader, { track: 'Open Water' });
  const refused = await leader.call('PUT', '/applications/track', { track: 'Tandem' });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Cannot switch to Tandem: Your current team has more than 3 members. Tandem teams are limited to 3 members maximum or solo participation.',
  ]);
});

test('its first checkpoint is the entrance', async () => {
  const crew = await signUpAdmin(site);
  const ada = await signUp(site);
  const { data } = (await submitForm(ada, { track: 'Open Water' })).json();
  await crew.call('PUT', `/applications/${data._id}`, { status: 'approved' });
  const checkIn = await crew.call('POST', '/applications/check-in', { userId: ada.id });
  expect(checkIn.json().data.checkpoint).toBe('gangway');
});

test('its tracks are judged by the rubrics that they name', async () => {
  const [crew, founder, sailor] = [await signUpAdmin(site), await signUp(site), await signUp(site)];
  const deck = { resume: createGeneratedPdf('pdf-min'), pitchDeck: createGeneratedPdf('pdf-min') };
  for (const { data } of [
    (await submitForm(founder, { track: 'Ventures' }, deck)).json(),
    (await submitForm(sailor, { track: 'Tandem' })).json(),
  ])
    await crew.call('PUT', `/applications/${data._id}`, { status: 'approved' });
  expect((await crew.call('POST', '/judging/tables')).statusCode).toBe(200);
  const tracks = await site.services.db
    .selectFrom('demo_tables')
    .where('user_id', 'in', [founder.id, sailor.id])
    .select(['user_id', 'track'])
    .execute();
  expect(new Map(tracks.map(({ user_id, track }) => [user_id, track]))).toEqual(
    new Map([
      [founder.id, 'startup'],
      [sailor.id, 'hacker'],
    ]),
  );
});

test('after its enforced deadline nobody can apply', async () => {
  site.advance(40 * 24 * 3_600_000);
  const late = await submitForm(await signUp(site), { track: 'Open Water' });
  expect([late.statusCode, late.json().message]).toEqual([403, 'Registration is closed']);
});
