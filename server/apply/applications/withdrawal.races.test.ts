import { setTimeout as wait } from 'node:timers/promises';
import { InsertQueryNode, sql } from 'kysely';
import { expect } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { submitForm } from '../../testing/forms.ts';
import { countAnswers, race, rewriteStatements } from '../../testing/races.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';

/** Lets a person have several applications: no unique constraint, and no insert that checks for one. */
async function withoutUniqueApplication({ services, database }: TestApp): Promise<void> {
  await database.changeSchema('alter table applications drop constraint applications_user_id_key');
  services.db = services.db.withPlugin(
    rewriteStatements((node) => (InsertQueryNode.is(node) ? { ...node, onConflict: undefined } : node)),
  );
}

async function applicant(site: TestApp, status: 'pending' | 'approved') {
  const actor = await signUp(site);
  return { actor, id: await createApplicant(site, actor, { status }) };
}

race(
  'nobody is checked in with a withdrawn application',
  async (site) => {
    const station = await signUpAdmin(site);
    const { actor } = await applicant(site, 'approved');
    const answers = await site.together([
      () => actor.call('POST', '/applications/withdraw'),
      // Intervenes between the withdrawal's read of the check-ins and its write, however busy the machine is.
      () =>
        wait(Math.random() * 50).then(() =>
          station.call('POST', '/applications/check-in', { userId: actor.id }),
        ),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } =
      await sql`select c.id from check_ins c join withdrawn_applications using (user_id)`.execute(
        site.services.db,
      );
    expect(rows).toEqual([]);
  },
  { paused: ['checked_in'] },
);

race(
  'of a restoration and a new application one becomes the application',
  async (site) => {
    const { actor } = await applicant(site, 'pending');
    expect((await actor.call('POST', '/applications/withdraw')).statusCode).toBe(200);
    const answers = await site.together([
      () => actor.call('POST', '/applications/restore'),
      () => submitForm(actor),
      () => actor.call('POST', '/applications/restore'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    const { db } = site.services;
    const stored = await db.selectFrom('applications').select('id').where('user_id', '=', actor.id).execute();
    expect(stored).toHaveLength(1);
    await expectInvariants(site);
  },
  { paused: ['withdrawn_applications', 'applications'], without: withoutUniqueApplication },
);

race(
  'a member withdraws while the leader leaves, another joins, and an organizer decides: teams and counts hold',
  async (site) => {
    const { id, code, leader, members } = await createTestTeam(site, 3);
    const [joiner, grace] = [await signUp(site), await signUpAdmin(site)];
    const member = members[1]!;
    const application = await createApplicant(site, member, { status: 'pending' });
    const answers = await site.together([
      () => member.call('POST', '/applications/withdraw'),
      () => leader.call('DELETE', `/teams/${id}/leave`),
      () => joiner.call('POST', '/teams/join', { inviteCode: code }),
      () => grace.call('PUT', `/applications/${application}`, { status: 'approved' }),
      () => member.call('PUT', '/applications/track', { track: 'Clozyt Track' }),
      () => member.call('POST', '/applications/withdraw'),
    ]);
    expect(countAnswers(answers)[500]).toBeUndefined();
    expect((await member.call('GET', '/users/me')).json().data.withdrawn).not.toBe(null);
    await expectInvariants(site);
  },
  { paused: ['team_members', 'applications'], pauses: 5 },
);
