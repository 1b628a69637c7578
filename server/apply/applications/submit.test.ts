import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldLabels } from '../../../contract/apply/applications.ts';
import { anonymous, signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf, createPdf } from '../../testing/pdf.ts';
import { findPersonalData, listFiles } from '../../testing/personal-data.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const resume = createGeneratedPdf('pdf-min');
const deck = createPdf({ text: ['Deck'] });

/** Every file on disk has an owner. */
async function expectTidyFiles() {
  const { kept, owned, staged } = await listFiles(site);
  expect([kept, staged]).toEqual([owned, []]);
}

const nothing = { applications: 0, files: [], teams: 0, requests: 0 };

test('signed-out people and organizers are refused', async () => {
  expect((await submitForm(anonymous(site))).statusCode).toBe(401);
  expect((await submitForm(await signUpAdmin(site))).statusCode).toBe(403);
});

test('a form from another site is refused', async () => {
  const ada = await signUp(site);
  const answer = await ada.call('POST', '/applications', Buffer.from(''), {
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://evil.example' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'bad_origin']);
});

test('an application is stored as it was sent, and its owner can read it', async () => {
  const ada = await signUp(site, { name: 'Ada Lovelace' });
  const answer = await submitForm(ada, { major: '  Computer\u200b  Science ', whyJoin: 'One.\r\nTwo.' });
  expect(answer.statusCode).toBe(201);
  const { success, data } = answer.json();
  expect(success).toBe(true);
  expect(data).toEqual({
    _id: expect.any(String),
    status: 'pending',
    track: 'Hacker Track',
    major: 'Computer Science',
    tShirtSize: 'M',
    dietaryRestrictions: 'vegan',
    whyJoin: 'One.\nTwo.',
    resumeUrl: expect.stringMatching(/^\/api\/files\/[0-9a-f-]{36}$/),
    pitchDeckUrl: null,
    attendanceConfirmed: false,
    createdAt: expect.any(String),
    reviewedAt: null,
    checkedInAt: null,
    user: { _id: ada.id, name: 'Ada Lovelace', email: ada.email, team: null },
    can: {
      changeTrack: true,
      uploadDeck: true,
      answerAttendance: false,
      approve: false,
      reject: false,
      remove: false,
    },
  });
  const mine = await ada.call('GET', '/applications/me');
  expect([mine.statusCode, mine.json()]).toEqual([200, { success: true, data }]);
  expect((await ada.call('GET', data.resumeUrl)).rawPayload.equals(resume)).toBe(true);
  expect(await findPersonalData(site, ada)).toEqual({
    applications: 1,
    files: ['resume'],
    teams: 0,
    requests: 0,
  });
});

test.each(Object.keys(fieldLabels) as (keyof typeof fieldLabels)[])('without %s', async (name) => {
  const ada = await signUp(site);
  for (const blank of [undefined, '', ' \u200b\u2060\ufeff ']) {
    const answer = await submitForm(ada, { [name]: blank });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      `Please fill in all required fields: ${fieldLabels[name]}`,
    ]);
  }
  expect(await findPersonalData(site, ada)).toEqual(nothing);
});

test('all missing fields are named at once', async () => {
  const ada = await signUp(site);
  const blank = Object.fromEntries(Object.keys(fieldLabels).map((name) => [name, undefined]));
  const answer = await submitForm(ada, blank, {});
  expect(answer.json()).toMatchObject({
    code: 'apply_missing',
    message:
      'Please fill in all required fields: Major / field of study, Dietary restrictions, T-shirt size, Why do you want to join?, Track, Team preference',
    fields: {
      major: 'Please fill this in',
      dietaryRestrictions: 'Please choose one',
      tShirtSize: 'Please choose one',
      whyJoin: 'Please fill this in',
      track: 'Please choose one',
      teamPreference: 'Please choose one',
      resume: 'Please upload your resume',
    },
  });
});

test('everything that is wrong is answered, field by field', async () => {
  const ada = await signUp(site);
  const answer = await submitForm(ada, { major: 'x'.repeat(121), dietaryRestrictions: 'other' }, {});
  expect(answer.json()).toMatchObject({
    message: 'Some fields are not valid.',
    fields: {
      major: 'Major / field of study is longer than 120 characters.',
      dietaryDetail: 'Please specify your dietary restrictions',
      resume: 'Please upload your resume',
    },
  });
  const html = { resume: createGeneratedPdf('html-named-pdf') };
  expect((await submitForm(ada, {}, html)).json().fields).toEqual({
    resume: 'Please upload a PDF file for your resume',
  });
});

const startup = { track: 'Startup Track' };
const html = createGeneratedPdf('html-named-pdf');
const big = createGeneratedPdf('pdf-size:1048576');
const refusals: [string, Record<string, string>, Parameters<typeof submitForm>[2], number, string][] = [
  [
    'other without detail',
    { dietaryRestrictions: 'other' },
    undefined,
    400,
    'Please specify your dietary restrictions',
  ],
  [
    'other and blanks',
    { dietaryRestrictions: 'other: \u200b ' },
    undefined,
    400,
    'Please specify your dietary restrictions',
  ],
  ['no resume', {}, {}, 400, 'Please upload your resume'],
  ['an empty resume', {}, { resume: Buffer.alloc(0) }, 400, 'Please upload your resume'],
  ['no deck', startup, { resume }, 400, 'Please upload your pitch deck for Startup Track'],
  [
    'an empty deck',
    startup,
    { resume, pitchDeck: Buffer.alloc(0) },
    400,
    'Please upload your pitch deck for Startup Track',
  ],
  [
    'a team without a name',
    { teamPreference: 'createTeam', teamName: ' ' },
    undefined,
    400,
    'Please enter a team name',
  ],
  [
    'a team with an invisible name',
    { teamPreference: 'createTeam', teamName: '\u200d\u200c\u200b\ufe0f\u{e0020} \u2800' },
    undefined,
    400,
    'Please enter a team name',
  ],
  [
    'no team selected',
    { teamPreference: 'lookingForTeam', selectedTeam: '' },
    undefined,
    400,
    'Please select a team to join',
  ],
  ['a resume that is no PDF', {}, { resume: html }, 415, 'Please upload a PDF file for your resume'],
  [
    'a deck that is no PDF',
    startup,
    { resume, pitchDeck: html },
    415,
    'Please upload a PDF file for your pitch deck',
  ],
  ['a resume of 1 MB', {}, { resume: big }, 413, 'Resume file size must be less than 1MB'],
  ['a deck of 1 MB', startup, { resume, pitchDeck: big }, 413, 'Pitch deck file size must be less than 1MB'],
];

test.each(refusals)('%s is refused and leaves nothing', async (_, fields, files, status, message) => {
  const ada = await signUp(site);
  const answer = await submitForm(ada, fields, files);
  expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  expect(await findPersonalData(site, ada)).toEqual(nothing);
  await expectTidyFiles();
});

const wrongValues: [string, Record<string, string | string[]>][] = [
  ['dietaryRestrictions', { dietaryRestrictions: 'carnivore' }],
  ['dietaryDetail', { dietaryRestrictions: `other: ${'x'.repeat(201)}` }],
  ['tShirtSize', { tShirtSize: 'XXXL' }],
  ['track', { track: 'Chess Track' }],
  ['track', { track: ['Hacker Track', 'Clozyt Track'] }],
  ['teamPreference', { teamPreference: 'hasTeam' }],
  ['major', { major: 'x'.repeat(121) }],
  ['whyJoin', { whyJoin: 'é'.repeat(5001) }],
  ['whyJoin', { whyJoin: 'x'.repeat(30_000) }],
  ['teamName', { teamPreference: 'createTeam', teamName: '😀'.repeat(51) }],
];

test.each(wrongValues)('a wrong %s is named', async (field, fields) => {
  const ada = await signUp(site);
  const answer = await submitForm(ada, fields);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields)).toEqual([field]);
  expect(await findPersonalData(site, ada)).toEqual(nothing);
});

test('lengths are counted in code points', async () => {
  const ada = await signUp(site);
  const fields = { major: '😀'.repeat(120), whyJoin: '😀'.repeat(5000), dietaryRestrictions: 'other:nuts' };
  const answer = await submitForm(ada, fields);
  expect(answer.json().data).toMatchObject({ ...fields, dietaryRestrictions: 'other: nuts' });
});

test('one byte under 1 MB is accepted, and for other tracks a deck is dropped', async () => {
  const ada = await signUp(site);
  const answer = await submitForm(
    ada,
    {},
    { resume: createGeneratedPdf('pdf-size:1048575'), pitchDeck: deck },
  );
  expect([answer.statusCode, answer.json().data.pitchDeckUrl]).toEqual([201, null]);
  expect(await findPersonalData(site, ada)).toEqual({
    applications: 1,
    files: ['resume'],
    teams: 0,
    requests: 0,
  });
});

test('the Startup Track stores resume and deck', async () => {
  const ada = await signUp(site);
  const { data } = (await submitForm(ada, startup, { resume, pitchDeck: deck })).json();
  expect((await ada.call('GET', data.pitchDeckUrl)).rawPayload.equals(deck)).toBe(true);
  await expectTidyFiles();
});

test('unknown fields of the form change nothing', async () => {
  const [ada, eve] = [await signUp(site), await signUp(site)];
  const sent = {
    status: 'approved',
    role: 'admin',
    attendanceConfirmed: 'true',
    userId: eve.id,
    checkedInAt: '2025-09-20T08:00:00Z',
    resumeUrl: 'https://evil.example/x.pdf',
  };
  const { data } = (await submitForm(ada, sent)).json();
  expect(data).toMatchObject({ status: 'pending', attendanceConfirmed: false, checkedInAt: null });
  expect([data.user._id, data.resumeUrl.startsWith('/api/files/')]).toEqual([ada.id, true]);
  expect(await findPersonalData(site, eve)).toEqual(nothing);
  const { role } = await site.services.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow();
  expect(role).toBe('hacker');
});

test.each(['__proto__', 'constructor'])('a field named %s is harmless', async (name) => {
  const fields = Object.fromEntries([[name, 'x']]);
  expect((await submitForm(await signUp(site), fields)).statusCode).toBe(400);
  expect({}.constructor).toBe(Object);
});

test('a second application is refused', async () => {
  const ada = await signUp(site);
  await submitForm(ada);
  const answer = await submitForm(ada);
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'You have already submitted an application',
  ]);
  await expectTidyFiles();
});

test('after the deadline applications are refused only if the event says so', async () => {
  const { registration } = site.services.event;
  const late = await createTestApp();
  try {
    late.advance(Date.parse(registration.closesAt) + 1000 - Date.now());
    expect((await submitForm(await signUp(late))).statusCode).toBe(201);
    late.services.event = { ...late.services.event, registration: { ...registration, enforce: true } };
    const answer = await submitForm(await signUp(late));
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'Registration is closed']);
  } finally {
    await late.close();
  }
});
