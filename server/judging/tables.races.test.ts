import { InsertQueryNode, RawNode } from 'kysely';
import { expect } from 'vitest';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createAttendee } from '../testing/attendees.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { countAnswers, type RacingApp, race, rewriteStatements } from '../testing/races.ts';

/** Leaves out the lock on all tables. */
const withoutTableLock = rewriteStatements((node) =>
  RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.startsWith('lock table demo_tables'))
    ? RawNode.createWithSql('select 1')
    : node,
);

let lastNumber = 0;

/** Returns the first of some table numbers that no other round has. */
function takeNumbers(count: number): number {
  const first = lastNumber + 1;
  lastNumber += count;
  return first;
}

const arrive = (by: TestActor, { id }: TestActor) =>
  by.call('POST', '/applications/check-in', { userId: id });
const assign = (by: TestActor) => by.call('POST', '/judging/tables?who=checked-in');

/** The number of each person, by id. Fails when two have the same, or one has two. */
async function readNumbers({ services: { db } }: RacingApp): Promise<Map<string, number>> {
  const rows = await db.selectFrom('demo_tables').select(['user_id as id', 'number']).execute();
  const numbers = new Map(rows.map(({ id, number }) => [String(id), number]));
  expect([numbers.size, new Set(numbers.values()).size]).toEqual([rows.length, rows.length]);
  return numbers;
}

race(
  'tables numbered by three organizers while people check in: one number each, and none changes',
  async (site) => {
    const organizers = await Promise.all([1, 2, 3].map(() => signUpAdmin(site)));
    const [grace] = organizers as [TestActor];
    const people = await Promise.all([1, 2, 3, 4].map(() => createAttendee(site)));
    await arrive(grace, people[0]!);
    const answers = await site.together([
      ...organizers.map((by) => () => assign(by)),
      ...people.slice(1).map((person) => () => arrive(grace, person)),
      ...organizers.map((by) => () => assign(by)),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 9 });
    const before = await readNumbers(site);
    await assign(grace);
    const after = await readNumbers(site);
    for (const { id } of people) expect(after.has(id)).toBe(true);
    expect([...before].filter(([id, number]) => after.get(id) !== number)).toEqual([]);
  },
  { without: withoutTableLock, paused: ['demo_tables'], pauses: 6 },
);

race(
  'tables moved, swapped, retired and numbered at once: nobody loses a number, and no number is given twice',
  async (site) => {
    const grace = await signUpAdmin(site);
    const people = await Promise.all([1, 2, 3].map(() => createAttendee(site)));
    for (const person of people) await arrive(grace, person);
    await assign(grace);
    const numbers = await readNumbers(site);
    const [a = 0, b = 0, c = 0] = people.map(({ id }) => numbers.get(id));
    const move = (from: number, to: number) => () => grace.call('POST', '/judging/tables/move', { from, to });
    const answers = await site.together([
      ...[move(a, b), move(b, c), move(c, a), move(a, c)],
      () => grace.call('PUT', '/judging/tables/retired', { numbers: [a, b], retired: true }),
      () => assign(grace),
    ]);
    // A table retired a moment earlier has nobody to move.
    for (const { statusCode } of answers) expect(statusCode).toBeOneOf([200, 404]);
    const after = await readNumbers(site);
    expect(people.map(({ id }) => after.get(id)).sort()).toEqual([a, b, c].sort());
    expect(after.size).toBe(numbers.size);
  },
  { without: withoutTableLock, paused: ['demo_tables'], pauses: 6 },
);

/** Lets a second void of a score fail, as without `on conflict`. */
const withoutConflictClause = rewriteStatements((node) =>
  InsertQueryNode.is(node) ? { ...node, onConflict: undefined } : node,
);

race(
  'a score that two organizers void while its judge corrects it: the correction counts, and one reason is recorded',
  async (site) => {
    const [one, other] = [await signUpAdmin(site), await signUpAdmin(site)];
    const judge = await signInJudge(site);
    const team_number = takeNumbers(1);
    const submit = (mark: number) =>
      judge.call(
        'POST',
        '/scores',
        scoreBody({ team_number, scores: rubricScores('hacker', [mark, mark, mark, mark, mark]) }),
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      );
    const { _id } = (await submit(9)).json();
    const void_ = (by: TestActor) => () => by.call('POST', `/scores/${_id}/void`, { reason: 'Mistyped' });
    const answers = await site.together([void_(one), () => submit(4), void_(other)]);
    expect(countAnswers(answers)).toEqual({ 200: 2, 201: 1 });
    const teams = (await (await signInReviewer(site)).call('GET', '/scores/export.json')).json();
    const team = teams.find((each: { team_number: number }) => each.team_number === team_number);
    expect([team.avg_total_score, team.judge_count, team.all_scores.length]).toEqual([40, 1, 2]);
    const audit = await site.services.db
      .selectFrom('audit')
      .where('action', '=', 'score.voided')
      .where('subject', '=', String(_id))
      .select('id')
      .execute();
    expect(audit).toHaveLength(1);
  },
  { without: withoutConflictClause, paused: ['scores'], pauses: 3 },
);

const withoutTableWait = rewriteStatements((node) =>
  RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.includes('in row exclusive mode'))
    ? RawNode.createWithSql('select 1')
    : node,
);

race(
  'a score that is sent while two tables are swapped goes with its team, or the swap is refused',
  async (site) => {
    const { db } = site.services;
    const grace = await signUpAdmin(site);
    const judges = await Promise.all([1, 2].map(() => signInJudge(site)));
    await db.deleteFrom('demo_tables').execute();
    const base = takeNumbers(2);
    const teams = ['Ark', 'Beacon'].map((name, at) => ({ name: `${name} ${base}`, number: base + at }));
    const [ark, beacon] = teams as [(typeof teams)[0], (typeof teams)[0]];
    await db
      .insertInto('demo_tables')
      .values(teams.map((team) => ({ ...team, track: 'hacker' as const })))
      .execute();
    const [moved, ...scored] = await site.together([
      () => grace.call('POST', '/judging/tables/move', { from: ark.number, to: beacon.number }),
      ...judges.map(
        (judge) => () =>
          judge.call('POST', '/scores', scoreBody({ team_name: ark.name, team_number: ark.number }), {
            headers: { 'idempotency-key': crypto.randomUUID() },
          }),
      ),
    ]);
    expect(countAnswers(scored)).toEqual({ 201: 2 });
    expect(moved!.statusCode).toBeOneOf([200, 409]);
    const { number } = await db
      .selectFrom('demo_tables')
      .where('name', '=', ark.name)
      .select('number')
      .executeTakeFirstOrThrow();
    const stored = db.selectFrom('scores').where('team_name', '=', ark.name).select('team_number');
    expect(await stored.execute()).toEqual([{ team_number: number }, { team_number: number }]);
  },
  { without: withoutTableWait, paused: ['scores', 'demo_tables'], pauses: 4 },
);
