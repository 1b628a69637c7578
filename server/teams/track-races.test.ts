import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Actor, organiser, person } from '../testing/actors.ts';
import { applied } from '../testing/applicants.ts';
import { apply } from '../testing/forms.ts';
import { race, tally } from '../testing/races.ts';
import { expectSound, teamOf } from '../testing/teams.ts';

const paused = ['team_members', 'applications'];
const join = (who: Actor, inviteCode: string) => who.call('POST', '/teams/join', { inviteCode });
const switchTo = (who: Actor, track: string) => who.call('PUT', '/applications/track', { track });

race(
  'K4: however a team with somebody on the Clozyt Track could grow, it stays at two',
  async (site) => {
    const { id, code, leader, members } = await teamOf(site, 2);
    await applied(site, members[1]!, { status: 'pending' });
    const [joiner, asker] = [await person(site), await person(site)];
    const { _id: request } = (await asker.call('POST', '/teams/join-requests', { teamId: id })).json();
    const answers = await site.together([
      () => join(joiner, code),
      () => switchTo(members[1]!, 'Clozyt Track'),
      () => leader.call('PUT', `/teams/join-requests/${request}`, { action: 'approve' }),
      () => apply(leader, { track: 'Clozyt Track' }),
    ]);
    expect(Object.keys(tally(answers)).every((status) => ['200', '201', '409'].includes(status))).toBe(true);
    await expectSound(site);
  },
  { paused },
);

race(
  'K5: two members switch to the Clozyt Track while a third joins',
  async (site) => {
    const { code, members } = await teamOf(site, 2);
    const third = await person(site);
    for (const member of members) await applied(site, member, { status: 'pending' });
    const answers = await site.together([
      ...members.map((member) => () => switchTo(member, 'Clozyt Track')),
      () => join(third, code),
    ]);
    expect([
      { 200: 1, 409: 2 },
      { 200: 2, 409: 1 },
    ]).toContainEqual(tally(answers));
    await expectSound(site);
  },
  { paused },
);

race(
  'K17: a track changes before the review or not at all',
  async (site) => {
    // Watches from inside the database: afterwards nobody could tell in which order the two happened.
    await sql`create or replace function track_is_final() returns trigger language plpgsql as
      $$ begin raise exception 'the track changed after the review'; end $$`.execute(site.database.db);
    await sql`create or replace trigger track_is_final before update of track on applications for each row
      when (old.reviewed_at is not null) execute function track_is_final()`.execute(site.database.db);
    const [admin, ada] = [await organiser(site), await person(site)];
    await applied(site, ada, { status: 'pending' });
    const { _id } = (await ada.call('GET', '/applications/me')).json().data;
    const [changed, approved] = await site.together([
      () => switchTo(ada, 'Clozyt Track'),
      () => admin.call('PUT', `/applications/${_id}`, { status: 'approved' }),
    ]);
    expect(approved?.statusCode).toBe(200);
    const { track } = (await ada.call('GET', '/applications/me')).json().data;
    const expected = changed?.statusCode === 200 ? [200, 'Clozyt Track'] : [409, 'Hacker Track'];
    expect([changed?.statusCode, track]).toEqual(expected);
  },
  { paused: ['applications'] },
);
