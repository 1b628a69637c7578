import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, organiser, person } from '../testing/actors.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { apply } from '../testing/forms.ts';
import { generated } from '../testing/pdf.ts';

/** An event that shares nothing with the default one: what holds here is not baked in. */
const eventFile = path.join(import.meta.dirname, '..', '..', 'event', 'examples', 'harbour.ts');
let site: TestApp;

beforeAll(async () => {
  site = await testApp({}, { eventFile });
  // This event enforces its deadline: the tests begin a month before it.
  site.advance(Date.parse('2026-05-01T00:00:00Z') - Date.now());
});
afterAll(() => site.close());

test('its name, zone, tracks and checkpoints are told', async () => {
  const event = (await anonymous(site).call('GET', '/event')).json();
  expect(event).toMatchObject({ name: 'Harbour Day', timezone: 'Europe/Berlin' });
  expect(event.tracks.map(({ id }: { id: string }) => id)).toEqual(['Open Water', 'Tandem', 'Ventures']);
  expect(event.checkpoints[0].id).toBe('gangway');
});

test('its own tracks are accepted, those of the default event are not', async () => {
  expect((await apply(await person(site), { track: 'Open Water' })).statusCode).toBe(201);
  expect((await apply(await person(site), { track: 'Hacker Track' })).statusCode).toBe(400);
});

test('its pitch deck rule names its track', async () => {
  const refused = await apply(await person(site), { track: 'Ventures' });
  expect(refused.json().message).toBe('Please upload your pitch deck for Ventures');
  const deck = { resume: generated('pdf-min'), pitchDeck: generated('pdf-min') };
  expect((await apply(await person(site), { track: 'Ventures' }, deck)).statusCode).toBe(201);
});

test('its limited track holds three, and says so', async () => {
  const leader = await person(site);
  const team = (await leader.call('POST', '/teams', { name: 'Gulls', maxMembers: 4 })).json();
  for (let more = 0; more < 3; more++)
    expect(
      (await (await person(site)).call('POST', '/teams/join', { inviteCode: team.inviteCode })).statusCode,
    ).toBe(200);
  await apply(leader, { track: 'Open Water' });
  const refused = await leader.call('PUT', '/applications/track', { track: 'Tandem' });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Cannot switch to Tandem: Your current team has more than 3 members. Tandem teams are limited to 3 members maximum or solo participation.',
  ]);
});

test('its first checkpoint is the entrance, in its own time', async () => {
  const crew = await organiser(site);
  const ada = await person(site);
  const { data } = (await apply(ada, { track: 'Open Water' })).json();
  await crew.call('PUT', `/applications/${data._id}`, { status: 'approved' });
  const checkIn = await crew.call('POST', '/applications/check-in', { userId: ada.id });
  expect(checkIn.json().data.checkpoint).toBe('gangway');
});

test('after its enforced deadline nobody applies any more', async () => {
  site.advance(40 * 24 * 3_600_000);
  const late = await apply(await person(site), { track: 'Open Water' });
  expect([late.statusCode, late.json().message]).toEqual([403, 'Registration is closed']);
});
