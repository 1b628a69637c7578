import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { sendDeck, submitForm } from '../../testing/forms.ts';
import { countAnswers, race } from '../../testing/races.ts';
import { createTestTeam } from '../../testing/teams.ts';

async function applicant(site: TestApp, status: 'pending' | 'approved' = 'pending') {
  const actor = await createAttendee(site, { status });
  const { id } = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return { actor, id };
}

const tracksOf = async ({ services }: TestApp, teamId: string) => {
  const rows = await services.db
    .selectFrom('team_members')
    .leftJoin('applications', 'applications.user_id', 'team_members.user_id')
    .where('team_id', '=', teamId)
    .select('applications.track')
    .execute();
  return rows.map((row) => row.track);
};

race(
  'nobody is checked in and rejected',
  async (site) => {
    const [grace, station] = [await signUpAdmin(site), await signUpAdmin(site)];
    const { actor, id } = await applicant(site, 'approved');
    const answers = await site.together([
      () => grace.call('PUT', `/applications/${id}`, { status: 'rejected' }),
      // Intervenes between the decision's look at the check-ins and its write.
      () => wait(15).then(() => station.call('POST', '/applications/check-in', { userId: actor.id })),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 1 });
  },
  { paused: ['checked_in'] },
);

race(
  'ten organizers decide at once: each change starts from the one before and is emailed once',
  async (site) => {
    const { actor, id } = await applicant(site);
    const admins = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(site)));
    const answers = await site.together(
      admins.map(
        (admin, index) => () =>
          admin.call('PUT', `/applications/${id}`, { status: index % 2 ? 'approved' : 'rejected' }),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 10 });
    const { db } = site.services;
    const acts = await db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute();
    const became = acts.map((act) => act.action.replace('application.', ''));
    expect(acts.map((act) => act.detail.from)).toEqual(['pending', ...became.slice(0, -1)]);
    const mails = await db.selectFrom('mails').select('id').where('user_id', '=', actor.id).execute();
    expect(mails).toHaveLength(acts.length);
  },
  { paused: ['applications'] },
);

race(
  'the track never changes after the review',
  async (site) => {
    const grace = await signUpAdmin(site);
    const { actor, id } = await applicant(site);
    const [change, review] = await site.together([
      () => actor.call('PUT', '/applications/track', { track: 'Clozyt Track' }),
      () => grace.call('PUT', `/applications/${id}`, { status: 'approved' }),
    ]);
    expect([200, 409]).toContain(change?.statusCode);
    const now = (await actor.call('GET', '/applications/me')).json<{ data: Application }>().data;
    expect(now.track).toBe(review?.json<Application>().track);
  },
  { paused: ['applications'], pauses: 1 },
);

race(
  'everybody on the Startup Track has one deck, and it can be read',
  async (site) => {
    const ada = await signUp(site);
    await submitForm(ada);
    const answers = await site.together([
      () => sendDeck(ada),
      () => ada.call('PUT', '/applications/track', { track: 'Startup Track' }),
      () => sendDeck(ada),
    ]);
    expect(answers.every((answer) => [200, 400].includes(answer.statusCode))).toBe(true);
    const { data } = (await ada.call('GET', '/applications/me')).json<{ data: Application }>();
    expect(data.track).toBe('Startup Track');
    expect((await ada.call('GET', String(data.pitchDeckUrl))).statusCode).toBe(200);
    const decks = await site.services.db
      .selectFrom('files')
      .select('id')
      .where('owner_id', '=', ada.id)
      .where('kind', '=', 'pitchDeck')
      .execute();
    expect(decks).toHaveLength(1);
  },
  { paused: ['applications'] },
);

test('an application during a join waits for it and follows the rules of the team', async () => {
  const site = await createTestApp();
  try {
    const { id } = await createTestTeam(site, 2);
    const ada = await signUp(site);
    const answered = await site.services.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', ada.id).forNoKeyUpdate().execute();
      await trx.insertInto('team_members').values({ team_id: id, user_id: ada.id, slot: 3 }).execute();
      const applying = submitForm(ada, { track: 'Clozyt Track' });
      expect(await Promise.race([applying, wait(300, 'waits')])).toBe('waits');
      return [applying];
    });
    const answer = await answered[0];
    expect([answer?.statusCode, answer?.json().code]).toEqual([409, 'track_limited']);
    expect(await tracksOf(site, id)).toEqual([null, null, null]);
  } finally {
    await site.close();
  }
});

race(
  'a team with a member on the Clozyt Track never grows beyond two',
  async (site) => {
    const { id, code, members } = await createTestTeam(site, 2);
    for (const member of members) await createApplicant(site, member, { status: 'pending' });
    const joiner = await signUp(site);
    await site.together([
      ...members.map((member) => () => member.call('PUT', '/applications/track', { track: 'Clozyt Track' })),
      () => joiner.call('POST', '/teams/join', { inviteCode: code }),
    ]);
    const tracks = await tracksOf(site, id);
    expect(tracks.length > 2 && tracks.includes('Clozyt Track')).toBe(false);
  },
  { paused: ['team_members'] },
);
