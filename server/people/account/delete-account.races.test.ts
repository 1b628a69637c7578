import { sql } from 'kysely';
import { expect } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { submitForm } from '../../testing/forms.ts';
import { findPersonalData } from '../../testing/personal-data.ts';
import { race } from '../../testing/races.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';

/** Lets rows outlive the person they belong to. */
const withoutForeignKeys = ({ database }: TestApp) =>
  database.changeSchema(`alter table applications drop constraint applications_user_id_fkey;
    alter table files drop constraint files_owner_id_fkey;
    alter table check_ins drop constraint check_ins_user_id_fkey`);

const nothing = { applications: 0, files: [], teams: 0, requests: 0 };

race(
  'an account deleted while it applies, joins, is approved and checked in leaves nothing',
  async (site) => {
    const { code } = await createTestTeam(site, 1);
    const [applying, approved] = [await signUp(site), await signUp(site)];
    const [grace, station] = [await signUpAdmin(site), await signUpAdmin(site)];
    const id = await createApplicant(site, approved, { status: 'pending' });
    const answers = await site.together([
      () => submitForm(applying),
      () => applying.call('POST', '/teams/join', { inviteCode: code }),
      () => applying.call('DELETE', '/users/me'),
      () => grace.call('PUT', `/applications/${id}`, { status: 'approved' }),
      () => station.call('POST', '/applications/check-in', { userId: approved.id }),
      () => approved.call('DELETE', '/users/me'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    expect([answers[2]?.statusCode, answers[5]?.statusCode]).toEqual([200, 200]);
    expect(await findPersonalData(site, applying)).toEqual(nothing);
    expect(await findPersonalData(site, approved)).toEqual(nothing);
    const { rows } = await sql`select id from check_ins where user_id = ${approved.id}`.execute(
      site.services.db,
    );
    expect(rows).toEqual([]);
    await expectInvariants(site);
  },
  { paused: ['team_members', 'applications'], pauses: 6, without: withoutForeignKeys },
);
