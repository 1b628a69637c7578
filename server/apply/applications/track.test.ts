import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { sendDeck, submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf, createPdf } from '../../testing/pdf.ts';
import { createTestTeam } from '../../testing/teams.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const change = (actor: TestActor, track: string) => actor.call('PUT', '/applications/track', { track });
const mine = async (actor: TestActor) => (await actor.call('GET', '/applications/me')).json().data;

async function applicant(): Promise<TestActor> {
  const ada = await signUp(site);
  await submitForm(ada);
  return ada;
}

test('signed out, organizers, and people without an application', async () => {
  expect((await change(anonymous(site), 'Clozyt Track')).statusCode).toBe(401);
  expect((await change(grace, 'Clozyt Track')).statusCode).toBe(403);
  expect((await change(await signUp(site), 'Clozyt Track')).statusCode).toBe(404);
  expect((await sendDeck(anonymous(site))).statusCode).toBe(401);
  expect((await sendDeck(grace)).statusCode).toBe(403);
  expect((await sendDeck(await signUp(site))).statusCode).toBe(404);
});

test('the track changes while pending', async () => {
  const ada = await applicant();
  const answer = await change(ada, 'Clozyt Track');
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  expect((await mine(ada)).track).toBe('Clozyt Track');
});

test('unknown tracks and other keys are refused', async () => {
  const ada = await applicant();
  expect((await change(ada, 'Chess Track')).json().code).toBe('unknown_track');
  const answer = await ada.call('PUT', '/applications/track', { track: 'Clozyt Track', status: 'approved' });
  expect(answer.statusCode).toBe(400);
  expect((await mine(ada)).track).toBe('Hacker Track');
});

test('a track that requires a deck needs a stored one', async () => {
  const ada = await applicant();
  const answer = await change(ada, 'Startup Track');
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'Please upload your pitch deck for Startup Track',
  ]);
  const deck = createPdf({ text: ['First deck'] });
  const sent = await sendDeck(ada, deck);
  expect([sent.statusCode, sent.json()]).toEqual([200, { success: true }]);
  const stored = await mine(ada);
  expect(stored.track).toBe('Startup Track');
  expect((await ada.call('GET', stored.pitchDeckUrl)).rawPayload.equals(deck)).toBe(true);
  expect((await change(ada, 'Hacker Track')).statusCode).toBe(200);
  expect((await change(ada, 'Startup Track')).statusCode).toBe(200);
});

test('a new deck replaces the old one', async () => {
  const ada = await applicant();
  await sendDeck(ada);
  const before = (await mine(ada)).pitchDeckUrl;
  await sendDeck(ada, createPdf({ text: ['Better'] }));
  const after = (await mine(ada)).pitchDeckUrl;
  expect(after).not.toBe(before);
  expect([(await ada.call('GET', before)).statusCode, (await ada.call('GET', after)).statusCode]).toEqual([
    404, 200,
  ]);
});

test('a missing deck, another file type, and 1 MB are refused, and the old deck stays', async () => {
  const ada = await applicant();
  await sendDeck(ada);
  const before = await mine(ada);
  const refused = async (deck: Buffer | undefined) => {
    const { statusCode, json } = await sendDeck(ada, deck);
    return [statusCode, json().message];
  };
  expect(await refused(Buffer.alloc(0))).toEqual([400, 'Please select a file to upload']);
  expect(await refused(createGeneratedPdf('svg'))).toEqual([
    415,
    'Please upload a PDF file for your pitch deck',
  ]);
  expect(await refused(createGeneratedPdf('pdf-size:1048576'))).toEqual([
    413,
    'Pitch deck file size must be less than 1MB',
  ]);
  expect(await mine(ada)).toEqual(before);
});

test('nothing can change after the review', async () => {
  for (const status of ['approved', 'rejected'] as const) {
    const ada = await createAttendee(site, { status });
    for (const answer of [await change(ada, 'Clozyt Track'), await sendDeck(ada)])
      expect([answer.statusCode, answer.json().message]).toEqual([409, 'Under Review']);
    expect((await mine(ada)).track).toBe('Hacker Track');
  }
});

test('a team of three is too large for the Clozyt Track, a team of two is not', async () => {
  const { members } = await createTestTeam(site, 3);
  for (const member of members) expect((await submitForm(member)).statusCode).toBe(201);
  const [ada, bob, eve] = members as [TestActor, TestActor, TestActor];
  const answer = await change(ada, 'Clozyt Track');
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'Cannot switch to Clozyt Track: Your current team has more than 2 members. Clozyt Track teams are limited to 2 members maximum or solo participation.',
  ]);
  const { user } = await mine(eve);
  expect((await eve.call('DELETE', `/teams/${user.team}/leave`)).statusCode).toBe(200);
  expect((await change(bob, 'Clozyt Track')).statusCode).toBe(200);
});

test('attendance: signed out, somebody else, not approved', async () => {
  const [ada, bob, eve] = [
    await applicant(),
    await createAttendee(site, { attending: true }),
    await signUp(site),
  ];
  const read = (actor: TestActor, { id }: TestActor) =>
    actor.call('GET', `/attendance/user-attendance-status/${id}`);
  const answer = (actor: TestActor) => actor.call('PUT', '/attendance', { attending: true });
  expect((await read(anonymous(site), bob)).statusCode).toBe(401);
  expect((await read(ada, bob)).statusCode).toBe(403);
  expect((await read(bob, bob)).json()).toEqual({ attendanceConfirmed: true });
  expect((await read(grace, bob)).json()).toEqual({ attendanceConfirmed: true });
  expect((await read(eve, eve)).json()).toEqual({ attendanceConfirmed: false });
  expect((await read(grace, { ...bob, id: crypto.randomUUID() })).statusCode).toBe(404);
  expect((await answer(anonymous(site))).statusCode).toBe(401);
  expect((await answer(grace)).statusCode).toBe(403);
  expect((await answer(eve)).statusCode).toBe(404);
  expect((await answer(ada)).json().code).toBe('not_confirmed_yet');
});

test('attendance can be answered and changed until checked in', async () => {
  const ada = await createAttendee(site);
  // A missing answer is not a no.
  expect(await mine(ada)).not.toHaveProperty('attendanceDeclined');
  for (const attending of [true, false, true]) {
    const answer = await ada.call('PUT', '/attendance', { attending });
    expect([answer.statusCode, answer.json()]).toEqual([200, { attendanceConfirmed: attending }]);
    expect(await mine(ada)).toMatchObject({
      attendanceConfirmed: attending,
      can: { answerAttendance: true },
    });
    expect((await mine(ada)).attendanceDeclined).toBe(attending ? undefined : true);
  }
  expect((await ada.call('PUT', '/attendance', { attending: 'yes' })).statusCode).toBe(400);
  await grace.call('POST', '/applications/check-in', { userId: ada.id });
  const late = await ada.call('PUT', '/attendance', { attending: false });
  expect([late.statusCode, late.json().code]).toEqual([409, 'attendance_fixed']);
  expect(await mine(ada)).toMatchObject({ attendanceConfirmed: true, can: { answerAttendance: false } });
});
