import { afterAll, beforeAll, expect, test } from 'vitest';
import { texts } from '../../../contract/texts.ts';
import { passQrCode } from '../../event-day/check-in/pass.ts';
import { anonymous, signUp, signUpAdmin, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const rowOf = (id: string) =>
  site.services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('without a session the answer is 200 and no user', async () => {
  const answer = await anonymous(site).call('GET', '/auth/user');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ success: false, user: null });
});

test('users see themselves', async () => {
  const ada = await signUp(site, { name: 'Ada' });
  expect((await ada.call('GET', '/auth/user')).json()).toEqual({
    success: true,
    user: {
      _id: ada.id,
      name: 'Ada',
      email: ada.email,
      photo: null,
      team: null,
      teamPreference: null,
      role: 'hacker',
      qrCode: null,
      attendanceConfirmed: false,
    },
  });
});

test('a chosen theme is kept for a year from each visit, and nothing else that a cookie of this name says', async () => {
  const answer = await withCookie(site, 'theme=dark').call('GET', '/auth/user');
  expect(answer.cookies).toEqual([
    { name: 'theme', value: 'dark', path: '/', sameSite: 'Lax', maxAge: 31_536_000 },
  ]);
  for (const cookie of ['theme=blue', 'other=dark'])
    expect((await withCookie(site, cookie).call('GET', '/auth/user')).cookies).toEqual([]);
});

test('the pass is there once the application is approved, with whether attendance is confirmed', async () => {
  const ada = await signUp(site);
  const application = {
    user_id: ada.id,
    track: 'Hacker Track',
    major: 'Maths',
    t_shirt_size: 'M',
    dietary_restrictions: 'vegan',
    why_join: 'To learn',
  } as const;
  await site.services.db.insertInto('applications').values(application).execute();
  expect((await ada.call('GET', '/auth/user')).json().user.qrCode).toBeNull();
  await site.services.db
    .updateTable('applications')
    .set({ status: 'approved', reviewed_at: new Date(), attendance_confirmed: true })
    .where('user_id', '=', ada.id)
    .execute();
  expect((await ada.call('GET', '/auth/user')).json().user).toMatchObject({
    qrCode: passQrCode(site.services, { id: ada.id, name: ada.name, passVersion: 1 }),
    attendanceConfirmed: true,
  });
});

test('a name is set by its owner, cleaned, and never empty', async () => {
  expect((await anonymous(site).call('PUT', '/users/me', { name: 'X' })).statusCode).toBe(401);
  const ada = await signUp(site);
  const named = await ada.call('PUT', '/users/me', { name: ' Ada \u200b  Lovelace ' });
  expect(named.statusCode).toBe(200);
  expect(named.json().user.name).toBe('Ada Lovelace');
  expect((await rowOf(ada.id)).name).toBe('Ada Lovelace');
  for (const body of [{ name: '\u200b ' }, { name: 'x'.repeat(101) }, {}, { name: 'X', role: 'admin' }])
    expect((await ada.call('PUT', '/users/me', body)).statusCode).toBe(400);
  expect(await rowOf(ada.id)).toMatchObject({ name: 'Ada Lovelace', role: 'hacker' });
});

test('a name that is changed after approval stands in the history that organizers see', async () => {
  const [ada, grace] = [await createAttendee(site), await signUpAdmin(site)];
  const other = await signUp(site);
  for (const actor of [ada, other]) await actor.call('PUT', '/users/me', { name: 'Somebody Else' });
  await ada.call('PUT', '/users/me', { name: 'Somebody Else' });
  const { _id } = (await ada.call('GET', '/applications/me')).json().data;
  const history = (await grace.call('GET', `/applications/${_id}/history`)).json();
  expect(history).toMatchObject([{ by: 'Somebody Else', action: 'name.changed' }]);
  const rows = site.services.db.selectFrom('audit').select('subject').where('action', '=', 'name.changed');
  expect(await rows.execute()).toEqual([{ subject: ada.id }]);
});

test('hackers set their team preference while they are in no team', async () => {
  const preference = { teamPreference: 'solo' };
  expect((await anonymous(site).call('PUT', '/users/team-preference', preference)).statusCode).toBe(401);
  const grace = await signUpAdmin(site);
  expect((await grace.call('PUT', '/users/team-preference', preference)).statusCode).toBe(403);
  const ada = await signUp(site);
  const set = await ada.call('PUT', '/users/team-preference', preference);
  expect(set.statusCode).toBe(200);
  expect(set.json().user.teamPreference).toBe('solo');
  for (const body of [{ teamPreference: 'hasTeam' }, { ...preference, role: 'admin' }])
    expect((await ada.call('PUT', '/users/team-preference', body)).statusCode).toBe(400);

  await joinTeam(ada.id);
  const refused = await ada.call('PUT', '/users/team-preference', { teamPreference: 'lookingForTeam' });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'preference_locked',
    message: texts.teams.preferenceLocked,
  });
  expect((await rowOf(ada.id)).team_preference).toBe('hasTeam');
});

test('a preference changed while joining a team never overrides the team', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ada = await signUp(site);
    const [, changed] = await Promise.all([
      joinTeam(ada.id),
      ada.call('PUT', '/users/team-preference', { teamPreference: 'solo' }),
    ]);
    expect([200, 409]).toContain(changed.statusCode);
    expect((await rowOf(ada.id)).team_preference).toBe('hasTeam');
  }
});

let teams = 0;
/** Puts somebody into a team of their own, as the team calls do: membership and preference in one transaction. */
function joinTeam(userId: string): Promise<void> {
  teams += 1;
  const invite_code = String(teams).padStart(6, '0');
  return site.services.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('teams')
      .values({ name: 'Bytes', max_members: 4, invite_code, creator_id: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('team_members').values({ team_id: id, user_id: userId, slot: 1 }).execute();
    await trx.updateTable('users').set({ team_preference: 'hasTeam' }).where('id', '=', userId).execute();
  });
}
