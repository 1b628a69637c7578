import { RawNode } from 'kysely';
import { expect } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createApplicant } from '../testing/applicants.ts';
import { saveText, setDeadline, submitTestProject } from '../testing/projects.ts';
import { race, rewriteStatements } from '../testing/races.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

/** Leaves out the lock on the tables. */
const withoutTableLock = rewriteStatements((node) =>
  RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.includes('lock table demo_tables'))
    ? RawNode.createWithSql('select 1')
    : node,
);

race(
  'two organizers number tables while teams submit: each project gets one table, a late one at the next numbering',
  async (site) => {
    setDeadline(site, 3_600_000);
    const leaders: TestActor[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { leader, members } = await createTestTeam(site, 2);
      for (const member of members) await createApplicant(site, member);
      await saveText(leader, 0);
      leaders.push(leader);
    }
    const organizers = [await signUpAdmin(site), await signUpAdmin(site)];
    const number = (who: TestActor) => who.call('POST', '/judging/tables?who=submitted');
    const submit = (who: TestActor) => who.call('POST', '/projects/mine/submit', { version: 1 });
    expect((await submit(leaders[0]!)).statusCode).toBe(200);
    const answers = await site.together([
      ...organizers.map((who) => () => number(who)),
      ...leaders.slice(1).map((who) => () => submit(who)),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await number(organizers[0]!)).statusCode).toBe(200);
    const tables = await Promise.all(
      leaders.map(async (who) => (await who.call('GET', '/applications/me')).json().data.tableNumber),
    );
    expect(new Set(tables).size).toBe(3);
    expect(tables).not.toContain(undefined);
    const rows = await site.services.db.selectFrom('demo_tables').select(['number', 'team_id']).execute();
    expect(new Set(rows.map(({ team_id }) => team_id)).size).toBe(rows.length);
    await expectInvariants(site);
  },
  { paused: ['demo_tables', 'teams', 'projects'], pauses: 8, without: withoutTableLock },
);

race(
  'two people with projects of their own form a team while an organizer numbers tables: nobody in it has another table',
  async (site) => {
    setDeadline(site, 3_600_000);
    const { code } = await createTestTeam(site, 1);
    const joiners = [await signUp(site), await signUp(site)];
    for (const joiner of joiners) {
      await createApplicant(site, joiner);
      await submitTestProject(joiner);
    }
    const organizer = await signUpAdmin(site);
    const answers = await site.together([
      () => organizer.call('POST', '/judging/tables'),
      ...joiners.map((who) => () => who.call('POST', '/teams/join', { inviteCode: code })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const others = await site.services.db
      .selectFrom('demo_tables')
      .innerJoin('team_members', 'team_members.user_id', 'demo_tables.user_id')
      .where('retired_at', 'is', null)
      .select('number')
      .execute();
    expect(others).toEqual([]);
    await expectInvariants(site);
  },
  { paused: ['demo_tables'], pauses: 4, without: withoutTableLock },
);
