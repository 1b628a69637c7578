import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { rubricScores, scoreBody, signInJudge } from '../testing/judges.ts';
import { createTestTeam } from '../testing/teams.ts';
import { blockRounds } from './table-queues.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const next = async (who: TestActor, track = 'hacker') =>
  (await who.call('GET', `/judge/next?track=${track}`)).json();
const skip = async (who: TestActor, teamNumber: number, reason: string) =>
  (await who.call('POST', '/judge/skip', { track: 'hacker', teamNumber, reason })).json();
const score = (who: TestActor, teamNumber: number) =>
  who.call(
    'POST',
    '/scores',
    scoreBody({ team_number: teamNumber, scores: rubricScores('hacker', [5, 5, 5, 5, 5]) }),
  );
const tables = async (who: TestActor) => (await who.call('GET', '/judge/tables')).json();

test('approved teams and lone hackers get numbers once, startups last', async () => {
  const [owls, pitch] = [
    await createTestTeam(site, 2, { name: 'Owls' }),
    await createTestTeam(site, 1, { name: 'Ark' }),
  ];
  await createApplicant(site, owls.members[1]!);
  await createApplicant(site, pitch.leader, { track: 'Startup Track' });
  await createApplicant(site, (await createTestTeam(site, 1, { name: 'Waiting' })).leader, {
    status: 'pending',
  });
  const lone = await signUp(site, { name: 'Lone' });
  await createApplicant(site, lone);
  expect((await grace.call('POST', '/judging/tables')).json()).toEqual({
    success: true,
    assigned: 3,
    total: 3,
  });
  const ruth = await signInJudge(site);
  const first = [
    { teamNumber: 1, teamName: 'Owls', track: 'hacker' },
    { teamNumber: 2, teamName: lone.name, track: 'hacker' },
    { teamNumber: 3, teamName: 'Ark', track: 'startup' },
  ];
  expect(await tables(ruth)).toEqual(first);
  await createApplicant(site, await signUp(site, { name: 'Abel' }));
  expect((await grace.call('POST', '/judging/tables')).json()).toEqual({
    success: true,
    assigned: 1,
    total: 4,
  });
  expect((await tables(ruth)).slice(0, 3)).toEqual(first);
  await site.services.db.deleteFrom('demo_tables').execute();
  await site.services.db.deleteFrom('judges').execute();
});

async function createTables(size: number, from = 1) {
  await site.services.db.deleteFrom('demo_tables').execute();
  await site.services.db
    .insertInto('demo_tables')
    .values(
      Array.from({ length: size }, (_, at) => ({
        number: from + at,
        name: `Team ${from + at}`,
        track: 'hacker' as const,
      })),
    )
    .execute();
}

test('judges follow their block rounds, keep a table until it is scored, and never meet', async () => {
  await createTables(24);
  const judges: TestActor[] = [];
  for (let j = 0; j < 8; j += 1) judges.push(await signInJudge(site));
  const plan = blockRounds(24, 8, 3);
  const firsts = await Promise.all(judges.map((who) => next(who)));
  expect(firsts.map((answer) => answer.next.teamNumber)).toEqual(plan.map((queue) => queue[0]! + 1));
  expect(firsts[0]).toEqual({ next: { teamNumber: 1, teamName: 'Team 1' }, done: 0, total: 9 });
  expect(await next(judges[0]!)).toEqual(firsts[0]);
  await score(judges[0]!, 1);
  expect(await next(judges[0]!)).toEqual({ next: { teamNumber: 2, teamName: 'Team 2' }, done: 1, total: 9 });

  expect((await skip(judges[0]!, 2, 'absent')).next.teamNumber).toBe(3);
  // Another judge is at table 4, the next one on the list.
  expect((await skip(judges[0]!, 3, 'conflict')).next.teamNumber).toBe(5);
  site.advance(16 * 60_000);
  await skip(judges[0]!, 5, 'busy');
  // Back to the table that was empty; never to the one with a conflict of interest.
  expect((await next(judges[0]!)).next.teamNumber).toBe(2);
});

test('when everybody scores where they are sent, every table gets three scores', async () => {
  const judges: TestActor[] = [];
  await site.services.db.updateTable('judges').set({ removed_at: new Date() }).execute();
  for (let j = 0; j < 4; j += 1) judges.push(await signInJudge(site));
  await site.services.db.deleteFrom('demo_tables').execute();
  await site.services.db
    .insertInto('demo_tables')
    .values(
      Array.from({ length: 10 }, (_, at) => ({
        number: 101 + at,
        name: `Team ${at}`,
        track: 'hacker' as const,
      })),
    )
    .execute();
  const seen = new Map<number, number>();
  let open = [...judges];
  while (open.length > 0) {
    const answers = await Promise.all(open.map(async (who) => ({ who, answer: await next(who) })));
    const going = answers.filter(({ answer }) => answer.next);
    const numbers = going.map(({ answer }) => answer.next.teamNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { who, answer } of going) {
      const { teamNumber } = answer.next;
      seen.set(teamNumber, (seen.get(teamNumber) ?? 0) + 1);
      expect((await score(who, teamNumber)).statusCode).toBe(201);
    }
    open = answers.filter(({ answer }) => answer.reason !== 'done').map(({ who }) => who);
  }
  expect([...seen.values()]).toEqual(Array(10).fill(3));
  expect(await next(judges[0]!)).toMatchObject({ next: null, reason: 'done' });
});

test('without a track a judge stays in the assigned track, else in the last scored one', async () => {
  await createTables(4);
  const { db } = site.services;
  await db.updateTable('judges').set({ removed_at: new Date() }).execute();
  await db.updateTable('demo_tables').set({ track: 'startup' }).where('number', '>', 2).execute();
  const ruth = await signInJudge(site);
  const unsaid = async () => (await ruth.call('GET', '/judge/next')).json().next.teamNumber;
  expect(await unsaid()).toBe(1);
  const scores = rubricScores('startup', [5, 5, 5, 5, 5]);
  await ruth.call('POST', '/scores', scoreBody({ team_number: 3, track: 'startup', scores }));
  expect(await unsaid()).toBe(4);
  await db.updateTable('judges').set({ track: 'hacker' }).where('removed_at', 'is', null).execute();
  expect(await unsaid()).toBe(1);
});

test('a declared conflict locks the table until an organizer lifts it', async () => {
  await createTables(3, 301);
  const { db } = site.services;
  await db.deleteFrom('table_visits').execute();
  await db.updateTable('judges').set({ removed_at: new Date() }).execute();
  const ruth = await signInJudge(site, { name: 'Ruth Knows' });
  await skip(ruth, 302, 'conflict');
  const refused = await score(ruth, 302);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict_declared']);
  const marked = async () => (await tables(ruth)).filter((table: object) => 'conflict' in table);
  expect(await marked()).toEqual([
    { teamNumber: 302, teamName: 'Team 302', track: 'hacker', conflict: true },
  ]);
  const conflicts = async () => (await grace.call('GET', '/judging/progress')).json().conflicts;
  const [conflict] = await conflicts();
  expect(conflict).toEqual({
    username: conflict.username,
    judgeName: 'Ruth Knows',
    teamNumber: 302,
    teamName: 'Team 302',
    at: expect.any(String),
  });
  // It goes with the team.
  await grace.call('POST', '/judging/tables/move', { from: 302, to: 303 });
  expect((await score(ruth, 303)).json().code).toBe('conflict_declared');
  const path = `/judging/judges/${conflict.username}/conflicts/303`;
  for (let time = 0; time < 2; time += 1) expect((await grace.call('DELETE', path)).statusCode).toBe(200);
  expect([await conflicts(), await marked()]).toEqual([[], []]);
  expect((await score(ruth, 302)).statusCode).toBe(201);
  expect((await score(ruth, 303)).statusCode).toBe(201);
  const lifted = db.selectFrom('audit').where('action', '=', 'judge.conflict_lifted').select('subject');
  expect(await lifted.execute()).toEqual([{ subject: conflict.username }]);
});

test('one judge who marks every table as empty sends nobody else away; two do, for 15 minutes', async () => {
  await createTables(3, 401);
  const { db } = site.services;
  await db.deleteFrom('table_visits').execute();
  await db.updateTable('judges').set({ removed_at: new Date() }).execute();
  const [one, two, three] = [await signInJudge(site), await signInJudge(site), await signInJudge(site)];
  for (const number of [401, 402, 403]) await skip(one, number, 'absent');
  expect((await next(one)).reason).toBe('wait');
  expect((await next(two)).next).not.toBeNull();
  expect((await next(three)).next).not.toBeNull();
  for (const number of [401, 402, 403]) await skip(two, number, 'absent');
  expect((await next(three)).reason).toBe('wait');
  site.advance(16 * 60_000);
  expect((await next(three)).next).not.toBeNull();
});

test('of one judge who marks every table as busy, only the latest two are kept from others', async () => {
  await createTables(3, 501);
  const { db } = site.services;
  await db.deleteFrom('table_visits').execute();
  await db.updateTable('judges').set({ removed_at: new Date() }).execute();
  const [one, two] = [await signInJudge(site), await signInJudge(site)];
  for (const number of [502, 501, 503]) {
    await skip(one, number, 'busy');
    site.advance(1000);
  }
  expect((await next(one)).reason).toBe('wait');
  expect((await next(two)).next.teamNumber).toBe(502);
});

test('a judge with an empty queue counts the suggested table, which nobody keeps for longer than a while', async () => {
  await createTables(1);
  await site.services.db.deleteFrom('table_visits').execute();
  await site.services.db.updateTable('judges').set({ removed_at: new Date() }).execute();
  const judges: TestActor[] = [];
  for (let j = 0; j < 4; j += 1) judges.push(await signInJudge(site));
  const spare = blockRounds(1, 4, 3).findIndex((queue) => queue.length === 0);
  expect(await next(judges[spare]!)).toEqual({
    next: { teamNumber: 1, teamName: 'Team 1' },
    done: 0,
    total: 1,
  });
  const [busy] = judges.filter((_, at) => at !== spare);
  expect(await next(busy!)).toEqual({ next: null, reason: 'wait', done: 0, total: 1 });
  // A visit ends after ten minutes without a score; a busy table is free after five.
  site.advance(11 * 60_000);
  expect((await next(busy!)).next.teamNumber).toBe(1);
  expect((await skip(busy!, 1, 'busy')).reason).toBe('wait');
  site.advance(6 * 60_000);
  expect((await next(busy!)).next.teamNumber).toBe(1);
});
