import { sql } from 'kysely';
import { expect } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import type { TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { submitForm } from '../testing/forms.ts';
import { countAnswers, race, rewriteStatements, withoutCounts } from '../testing/races.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

const people = (site: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => signUp(site)));
const join = (who: TestActor, inviteCode: string) => who.call('POST', '/teams/join', { inviteCode });
const leave = (who: TestActor, id: string) => who.call('DELETE', `/teams/${id}/leave`);
const remove = (who: TestActor, id: string, member: TestActor) =>
  who.call('DELETE', `/teams/${id}/kick/${member.id}`);
const decide = (who: TestActor, id: string, action: string) =>
  who.call('PUT', `/teams/join-requests/${id}`, { action });
const cancel = (who: TestActor, id: string) => who.call('DELETE', `/teams/join-requests/${id}/cancel`);
const ask = async (who: TestActor, teamId: string): Promise<string> =>
  (await who.call('POST', '/teams/join-requests', { teamId })).json()._id;

const teamIdOf = async (site: TestApp, { id }: TestActor) =>
  (await site.services.db.selectFrom('team_members').select('team_id').where('user_id', '=', id).execute())[0]
    ?.team_id;
const statusOf = async (site: TestApp, id: string) =>
  (await site.services.db.selectFrom('join_requests').select('status').where('id', '=', id).execute())[0]
    ?.status;

race(
  'of twenty people who join by code one gets the last seat',
  async (site) => {
    const { code } = await createTestTeam(site, 3);
    const joiners = await people(site, 20);
    const answers = await site.together(joiners.map((who) => () => join(who, code)));
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 19 });
    await expectInvariants(site);
  },
  { paused: ['team_members join'] },
);

race(
  'of eight joins and eight approvals two get the two seats',
  async (site) => {
    const { id, code, leader } = await createTestTeam(site, 2);
    const joiners = await people(site, 8);
    const askers = await people(site, 8);
    const requests = await Promise.all(askers.map((who) => ask(who, id)));
    const answers = await site.together([
      ...joiners.map((who) => () => join(who, code)),
      ...requests.map((request) => () => decide(leader, request, 'approve')),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 2, 409: 14 });
    for (const [n, request] of requests.entries()) {
      const seated = (await teamIdOf(site, askers[n]!)) === id;
      expect(await statusOf(site, request)).toBe(seated ? 'approved' : 'pending');
    }
    await expectInvariants(site);
  },
  { paused: ['team_members join'] },
);

race(
  'a person who creates ten teams and joins ten others at once is in one',
  async (site) => {
    const teams = await Promise.all(Array.from({ length: 10 }, () => createTestTeam(site, 1)));
    const [restless] = await people(site, 1);
    const answers = await site.together(
      teams.flatMap(({ code }) => [
        () => join(restless!, code),
        () => restless!.call('POST', '/teams', { name: 'Own' }),
      ]),
    );
    const { 409: refused, ...done } = countAnswers(answers);
    expect(refused).toBe(19);
    expect([{ 200: 1 }, { 201: 1 }]).toContainEqual(done);
    const { rows } = await sql`select id from teams t where not exists
      (select from team_members m where m.team_id = t.id)`.execute(site.services.db);
    expect(rows).toEqual([]);
    await expectInvariants(site);
  },
  { paused: ['team_members alone'], pauses: 12 },
);

race(
  'a team with a member on the Clozyt Track stays at two, however it could grow',
  async (site) => {
    const { id, code, leader, members } = await createTestTeam(site, 2);
    await createApplicant(site, members[1]!, { status: 'pending' });
    const [joiner, asker] = [await signUp(site), await signUp(site)];
    const { _id: request } = (await asker.call('POST', '/teams/join-requests', { teamId: id })).json();
    const answers = await site.together([
      () => join(joiner, code),
      () => members[1]!.call('PUT', '/applications/track', { track: 'Clozyt Track' }),
      () => leader.call('PUT', `/teams/join-requests/${request}`, { action: 'approve' }),
      () => submitForm(leader, { track: 'Clozyt Track' }),
    ]);
    expect(Object.keys(countAnswers(answers)).every((status) => ['200', '201', '409'].includes(status))).toBe(
      true,
    );
    await expectInvariants(site);
  },
  { paused: ['team_members join'], pauses: 4 },
);

race(
  'while people join and leave, the leader is always a member',
  async (site) => {
    const { id, code, leader, members } = await createTestTeam(site, 3);
    const [, second, third] = members;
    const joiners = await people(site, 3);
    const answers = await site.together([
      () => leave(leader, id),
      () => remove(leader, id, third!),
      () => leave(second!, id),
      ...joiners.map((who) => () => join(who, code)),
    ]);
    expect(
      Object.keys(countAnswers(answers)).every((status) => ['200', '403', '404', '409'].includes(status)),
    ).toBe(true);
    await expectInvariants(site);
  },
  { paused: ['team_members join'] },
);

race(
  'a leader leaves and approves at once: a team with a leader, or no team and no request',
  async (site) => {
    const { id, leader } = await createTestTeam(site, 1);
    const [asker] = await people(site, 1);
    const request = await ask(asker!, id);
    const [left, approved] = await site.together([
      () => leave(leader, id),
      () => decide(leader, request, 'approve'),
    ]);
    expect(left?.statusCode).toBe(200);
    if (approved?.statusCode === 200) expect(await teamIdOf(site, asker!)).toBe(id);
    else expect([approved?.statusCode, await statusOf(site, request)]).toEqual([404, undefined]);
    await expectInvariants(site);
  },
  { paused: ['team_members alone'] },
);

race(
  'a member who leaves while being removed is removed once',
  async (site) => {
    const { id, leader, members } = await createTestTeam(site, 2);
    const [, sam] = members;
    const answers = await site.together([() => remove(leader, id, sam!), () => leave(sam!, id)]);
    const { 200: done, ...refused } = countAnswers(answers);
    expect(done).toBe(1);
    expect([{ 403: 1 }, { 404: 1 }]).toContainEqual(refused);
    expect(await teamIdOf(site, sam!)).toBeUndefined();
    await expectInvariants(site);
  },
  { paused: ['team_members'], without: withoutCounts() },
);

race(
  'a request is decided once',
  async (site) => {
    const { id, leader } = await createTestTeam(site, 1);
    const [asker] = await people(site, 1);
    const request = await ask(asker!, id);
    const answers = await site.together([
      () => decide(leader, request, 'approve'),
      () => decide(leader, request, 'reject'),
      () => cancel(asker!, request),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 2 });
    expect((await teamIdOf(site, asker!)) === id).toBe((await statusOf(site, request)) === 'approved');
    await expectInvariants(site);
  },
  { paused: ['join_requests'], pauses: 6 },
);

race(
  'a person approved by two leaders is in one team',
  async (site) => {
    const teams = [await createTestTeam(site, 1), await createTestTeam(site, 1)];
    const [asker] = await people(site, 1);
    const requests = await Promise.all(teams.map(({ id }) => ask(asker!, id)));
    const answers = await site.together(
      teams.map(
        ({ leader }, n) =>
          () =>
            decide(leader, requests[n]!, 'approve'),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 1 });
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(await teamIdOf(site, asker!)).toBe(teams[winner]!.id);
    await expectInvariants(site);
  },
  { paused: ['team_members alone'] },
);

race(
  'a person who asks, joins and creates a team while becoming a volunteer is in none and asks for none',
  async (site) => {
    const [{ id, code }, grace] = [await createTestTeam(site, 1), await signUpAdmin(site)];
    const [vera] = await people(site, 1);
    await site.together<unknown>([
      () => ask(vera!, id),
      () => join(vera!, code),
      () => vera!.call('POST', '/teams', { name: 'Own' }),
      () => grace.call('POST', '/volunteers', { email: vera!.email }),
    ]);
    await expectInvariants(site);
  },
  { paused: ['users join', 'team_members alone'], pauses: 6 },
);

race(
  'of thirty wrong codes at once ten are looked up',
  async (site) => {
    const [guesser] = await people(site, 1);
    const answers = await site.together(Array.from({ length: 30 }, () => () => join(guesser!, 'ZZZZZZ')));
    expect(countAnswers(answers)).toEqual({ 404: 10, 429: 20 });
  },
  {
    // The count stays at the first code.
    without: (site) =>
      site.database.changeSchema(`
        create function stays() returns trigger language plpgsql as 'begin return old; end';
        create trigger stays before update on rate_limits for each row execute function stays()`),
  },
);

race(
  'five hundred teams have five hundred codes, even when random codes collide',
  async (site) => {
    const honest = site.services.random;
    site.services.random = (size) =>
      size === 6 ? Buffer.from([0, 0, 0, ...honest(3)].map((byte) => byte & 15)) : honest(size);
    const founders = await people(site, 25);
    const made = await site.together(
      founders.map((who) => () => who.call('POST', '/teams', { name: 'Owls' })),
    );
    site.services.random = honest;
    expect(countAnswers(made)).toEqual({ 201: 25 });
    await expectInvariants(site);
  },
  {
    paused: [],
    without: rewriteStatements((node) =>
      node.kind === 'InsertQueryNode' ? { ...node, onConflict: undefined } : node,
    ),
  },
);
