import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventSchema } from '../../../contract/event/event.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { sendResume, submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { findPersonalData } from '../../testing/personal-data.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';
import { readResume } from '../search/resumes.service.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

async function applicant(fields: Record<string, string> = {}): Promise<{ ada: TestActor; id: string }> {
  const ada = await signUp(site);
  const answer = await submitForm(ada, fields, { resume: createPdf({ text: ['Python'] }) });
  expect(answer.statusCode).toBe(201);
  return { ada, id: answer.json().data._id };
}
const decide = (id: string, status: string) => grace.call('PUT', `/applications/${id}`, { status });
const accountOf = async (actor: TestActor) => (await actor.call('GET', '/users/me')).json().data;
const withdraw = (actor: TestActor) => actor.call('POST', '/applications/withdraw');
const restore = (actor: TestActor) => actor.call('POST', '/applications/restore');
const listed = async (id: string) =>
  (await grace.call('GET', '/applications')).json().some((one: { _id: string }) => one._id === id);

test('the account says what is stored and what can change', async () => {
  expect((await anonymous(site).call('GET', '/users/me')).statusCode).toBe(401);
  const { ada, id } = await applicant();
  expect(await accountOf(ada)).toEqual({
    email: ada.email,
    createdAt: expect.any(String),
    application: {
      status: 'pending',
      tShirtSize: 'M',
      dietaryRestrictions: 'vegan',
      resumeUrl: expect.stringMatching(/^\/api\/files\//),
      pitchDeckUrl: null,
    },
    withdrawn: null,
    can: { updateDetails: true, updateResume: true, withdraw: true },
  });
  await decide(id, 'approved');
  expect((await accountOf(ada)).can).toEqual({ updateDetails: true, updateResume: false, withdraw: true });
  await grace.call('POST', '/applications/check-in', { userId: ada.id });
  const none = { updateDetails: false, updateResume: false, withdraw: false };
  expect((await accountOf(ada)).can).toEqual(none);
  expect(await accountOf(grace)).toMatchObject({ application: null, withdrawn: null, can: none });
});

test('T-shirt size and diet change until the person is checked in', async () => {
  const { ada, id } = await applicant();
  const change = (body: object) => ada.call('PUT', '/applications/details', body);
  const changed = await change({ tShirtSize: 'XL', dietaryRestrictions: 'other:  no   nuts' });
  expect(changed.statusCode).toBe(200);
  expect(changed.json().data.application).toMatchObject({
    tShirtSize: 'XL',
    dietaryRestrictions: 'other: no nuts',
  });
  const refused = [
    { tShirtSize: 'XS', dietaryRestrictions: 'vegan' },
    { tShirtSize: 'M', dietaryRestrictions: 'stones' },
    { tShirtSize: 'M', dietaryRestrictions: 'other:' },
    { tShirtSize: '', dietaryRestrictions: 'vegan' },
    { tShirtSize: 'M' },
  ];
  const codes = [];
  for (const body of refused) codes.push((await change(body)).json().code);
  expect(codes).toEqual([
    'invalid_input',
    'invalid_input',
    'apply_dietary_detail',
    'apply_missing',
    'invalid_input',
  ]);
  await decide(id, 'approved');
  expect((await change({ tShirtSize: 'S', dietaryRestrictions: 'vegan' })).statusCode).toBe(200);
  await grace.call('POST', '/applications/check-in', { userId: ada.id });
  const fixed = await change({ tShirtSize: 'M', dietaryRestrictions: 'vegan' });
  expect([fixed.statusCode, fixed.json().code]).toEqual([409, 'details_fixed']);
  const rejected = await createAttendee(site, { status: 'rejected' });
  const body = { tShirtSize: 'M', dietaryRestrictions: 'vegan' };
  expect((await rejected.call('PUT', '/applications/details', body)).json().code).toBe('details_fixed');
  expect((await (await signUp(site)).call('PUT', '/applications/details', body)).statusCode).toBe(404);
});

test('the resume can be replaced until the review, and what was read from the last one goes', async () => {
  const { ada, id } = await applicant();
  await readResume(site.services, { userId: ada.id });
  const profile = () =>
    site.services.db
      .selectFrom('profiles')
      .select(['resume', 'resume_text as text'])
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
  expect(await profile()).toMatchObject({ resume: 'read', text: expect.stringContaining('Python') });
  const before = (await accountOf(ada)).application.resumeUrl;
  const replaced = await sendResume(ada, createPdf({ text: ['Fortran'] }));
  expect(replaced.statusCode).toBe(200);
  const after = replaced.json().data.application.resumeUrl;
  expect(after).not.toBe(before);
  expect(await profile()).toEqual({ resume: 'waiting', text: '' });
  expect((await ada.call('GET', before.slice(4))).statusCode).toBe(404);
  expect((await ada.call('GET', after.slice(4))).statusCode).toBe(200);
  await readResume(site.services, { userId: ada.id });
  expect((await profile()).text).toContain('Fortran');
  expect((await sendResume(ada, Buffer.from('no PDF'))).json().code).toBe('resume_not_pdf');
  expect((await sendResume(ada, Buffer.alloc(0))).json().code).toBe('apply_resume_missing');
  await decide(id, 'approved');
  expect((await sendResume(ada)).json().code).toBe('resume_fixed');
  await expectInvariants(site);
});

test('a withdrawn application exists for nobody but its owner, and comes back as it was', async () => {
  const { ada, id } = await applicant();
  await decide(id, 'approved');
  await ada.call('PUT', '/attendance', { attending: true });
  const before = (await ada.call('GET', '/applications/me')).json().data;
  const counts = (await grace.call('GET', '/applications/counts')).json();

  const gone = await withdraw(ada);
  expect(gone.statusCode).toBe(200);
  expect(gone.json().data).toMatchObject({
    application: null,
    withdrawn: { at: expect.any(String), canRestore: true },
    can: { updateDetails: false, updateResume: false, withdraw: false },
  });
  expect(await listed(id)).toBe(false);
  expect((await grace.call('GET', '/applications/counts')).json()).toEqual({
    ...counts,
    all: counts.all - 1,
    approved: counts.approved - 1,
  });
  expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
  expect((await decide(id, 'rejected')).statusCode).toBe(404);
  expect((await ada.call('GET', '/auth/user')).json().user.qrCode).toBe(null);
  expect((await grace.call('POST', '/applications/check-in', { userId: ada.id })).statusCode).toBe(404);
  const found = async () => {
    const query = { query: 'python', filters: {} };
    const { results } = (await grace.call('POST', '/search/vector-only', query)).json();
    return results.some((one: { user_id: string }) => one.user_id === ada.id);
  };
  expect(await found()).toBe(false);
  expect((await ada.call('GET', before.resumeUrl.slice(4))).statusCode).toBe(200);
  expect((await withdraw(ada)).statusCode).toBe(200);
  await expectInvariants(site);

  expect((await restore(ada)).statusCode).toBe(200);
  expect((await ada.call('GET', '/applications/me')).json().data).toEqual(before);
  expect((await grace.call('GET', '/applications/counts')).json()).toEqual(counts);
  await readResume(site.services, { userId: ada.id });
  expect(await found()).toBe(true);
  expect((await restore(ada)).statusCode).toBe(200);
  await expectInvariants(site);
  const history = (await grace.call('GET', `/applications/${id}/history`)).json();
  expect(history.map((entry: { action: string }) => entry.action)).toEqual([
    'application.approved',
    'application.withdrawn',
    'application.restored',
  ]);
});

test('who is rejected or checked in cannot withdraw, nor who has not applied', async () => {
  const rejected = await createAttendee(site, { status: 'rejected' });
  expect((await withdraw(rejected)).json().code).toBe('cannot_withdraw');
  const inside = await createAttendee(site);
  await grace.call('POST', '/applications/check-in', { userId: inside.id, checkpoint: 'swag' });
  expect((await withdraw(inside)).json().code).toBe('cannot_withdraw');
  const nobody = await signUp(site);
  expect([(await withdraw(nobody)).statusCode, (await restore(nobody)).statusCode]).toEqual([404, 404]);
});

test('a withdrawal frees the place in the team and closes join requests; a restoration takes no place', async () => {
  const { ada } = await applicant({ teamPreference: 'createTeam', teamName: 'Owls' });
  const { team } = (await ada.call('GET', '/auth/user')).json().user;
  const other = await signUp(site);
  const { inviteCode } = (await ada.call('GET', `/teams/${team}`)).json();
  await other.call('POST', '/teams/join', { inviteCode });
  await withdraw(ada);
  expect((await other.call('GET', `/teams/${team}`)).json()).toMatchObject({
    creator: { _id: other.id },
    members: [{ _id: other.id }],
  });
  await restore(ada);
  expect((await ada.call('GET', '/auth/user')).json().user).toMatchObject({
    team: null,
    teamPreference: 'lookingForTeam',
  });

  const asked = await createTestTeam(site, 1);
  const { ada: asking } = await applicant({ teamPreference: 'lookingForTeam', selectedTeam: asked.id });
  expect((await asked.leader.call('GET', '/teams/join-requests')).json()).toHaveLength(1);
  await withdraw(asking);
  expect((await asked.leader.call('GET', '/teams/join-requests')).json()).toEqual([]);
  await expectInvariants(site);
});

test('an application is not restored into a team that is too large for its track', async () => {
  const { ada } = await applicant({ track: 'Clozyt Track' });
  await withdraw(ada);
  const { code } = await createTestTeam(site, 2);
  expect((await ada.call('POST', '/teams/join', { inviteCode: code })).statusCode).toBe(200);
  expect((await restore(ada)).json().code).toBe('track_limited');
});

test('a new application replaces the withdrawn one and its files', async () => {
  const { ada } = await applicant();
  await withdraw(ada);
  expect((await submitForm(ada, { major: 'Physics' })).statusCode).toBe(201);
  expect(await accountOf(ada)).toMatchObject({ withdrawn: null });
  expect(await findPersonalData(site, ada)).toMatchObject({ applications: 1, files: ['resume'] });
  expect((await restore(ada)).statusCode).toBe(200);
  expect((await ada.call('GET', '/applications/me')).json().data.major).toBe('Physics');
  await expectInvariants(site);
});

test('an account with a withdrawn application can be exported and deleted', async () => {
  const { ada } = await applicant();
  await withdraw(ada);
  expect((await ada.call('GET', '/users/me/export')).statusCode).toBe(200);
  expect((await ada.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(await findPersonalData(site, ada)).toMatchObject({ applications: 0, files: [] });
});

test('after an enforced deadline nothing is restored', async () => {
  const { ada } = await applicant();
  await withdraw(ada);
  const open = site.services.event;
  site.services.event = eventSchema.parse({
    ...defaultDocument,
    registration: { closesAt: '2025-09-19T23:59:59-07:00', enforce: true },
  });
  expect((await accountOf(ada)).withdrawn.canRestore).toBe(false);
  expect((await restore(ada)).json().code).toBe('registration_closed');
  site.services.event = open;
  expect((await restore(ada)).statusCode).toBe(200);
});

test('check-in shows the name that was approved, until the next approval or the change back', async () => {
  const ada = await createAttendee(site, { name: 'Ada Byron' });
  const rename = (name: string) => ada.call('PUT', '/users/me', { name });
  const shown = async () => {
    const { people } = (await grace.call('GET', '/check-ins/roster')).json();
    const [found] = (await grace.call('GET', `/applications/search?term=${ada.email}`)).json();
    const read = (await grace.call('POST', '/check-ins/read', { userId: ada.id })).json();
    const names = [people.find(({ userId }: { userId: string }) => userId === ada.id), found, read].map(
      ({ formerName }) => formerName,
    );
    expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(1);
    return names[0];
  };
  expect(await shown()).toBeUndefined();
  await rename('Ada King');
  await rename('Ada Lovelace');
  expect(await shown()).toEqual({ name: 'Ada Byron', until: expect.any(String) });
  await rename('Ada Byron');
  expect(await shown()).toBeUndefined();
  await rename('Ada Lovelace');
  const { _id } = (await ada.call('GET', '/applications/me')).json().data;
  await decide(_id, 'rejected');
  await decide(_id, 'approved');
  expect(await shown()).toBeUndefined();
});

test('major and motivation change until the review, and are read as in the form', async () => {
  const { ada, id } = await applicant();
  const change = (body: object) =>
    ada.call('PUT', '/applications/details', { tShirtSize: 'M', dietaryRestrictions: 'vegan', ...body });
  const changed = await change({ major: ' Physics ', whyJoin: 'To learn more.' });
  expect(changed.statusCode).toBe(200);
  const mine = async () => (await ada.call('GET', '/applications/me')).json().data;
  expect(await mine()).toMatchObject({ major: 'Physics', whyJoin: 'To learn more.' });
  expect((await change({ major: ' ' })).statusCode).toBe(400);
  await change({});
  expect((await mine()).major).toBe('Physics');
  await decide(id, 'approved');
  const late = await change({ whyJoin: 'For the pizza.' });
  expect([late.statusCode, late.json().code]).toEqual([409, 'details_fixed']);
  expect((await change({})).statusCode).toBe(200);
});
