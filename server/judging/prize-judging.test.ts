import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoTable, PrizeRanking } from '../../contract/judging/judging.ts';
import { checkEvent } from '../event/event-document.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { defaultDocument } from '../testing/default-event.ts';
import { scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';
import { decide, publishPlaces } from '../testing/results.ts';
import { createTestTeam } from '../testing/teams.ts';
import { findGalleryContent } from './gallery.service.ts';

const rubric = [
  { key: 'fit', label: 'Fit', weight: 60, description: 'Does it fit?' },
  { key: 'polish', label: 'Polish', weight: 40, description: 'Is it done?' },
];
const best = { key: 'best-map', label: 'Best map', rubric: 'maps', judgedBy: 'Atlas Inc.' };
let site: TestApp;
let grace: TestActor;
const numbers: Record<string, number> = { One: 10, Two: 11, Three: 12, Elsewhere: 13 };
beforeAll(async () => {
  site = await createTestApp();
  const { event, db } = site.services;
  if (!event.projects) throw new Error('This event has no projects.');
  event.projects = { ...event.projects, prizes: [best] };
  event.rubric = { ...event.rubric, maps: rubric };
  grace = await signUpAdmin(site);
  setDeadline(site, 3_600_000);
  const entries = [
    ['One', [best.key]],
    ['Two', [best.key, 'scamPrevention']],
    ['Three', [best.key]],
    ['Elsewhere', []],
  ] as const;
  for (const [at, [title, prizes]] of entries.entries()) {
    const { leader, id } = await createTestTeam(site, 1);
    await createApplicant(site, leader);
    await submitTestProject(leader, { title, prizes: [...prizes] });
    await db
      .insertInto('demo_tables')
      .values({ number: 10 + at, name: 'Night Owls', track: 'hacker', team_id: id })
      .execute();
  }
});
afterAll(() => site.close());

const sponsor = (name: string) => signInJudge(site, { name, prize: best.key });
const next = async (judge: TestActor) => (await judge.call('GET', '/judge/next')).json();
const give = (judge: TestActor, title: string, fit: number, polish = fit, key?: string) =>
  judge.call(
    'POST',
    '/scores',
    scoreBody({ team_number: numbers[title] ?? 99, scores: { fit, polish } }),
    key ? { headers: { 'idempotency-key': key } } : {},
  );
const rankings = async (): Promise<PrizeRanking[]> =>
  (await (await signInReviewer(site)).call('GET', '/scores/prizes')).json();

test('an event is refused with the place of each mistake of its prizes', async () => {
  const check =
    (prizes: object[], rubrics: object = {}, old = {}) =>
    () =>
      checkEvent({
        ...defaultDocument,
        projects: { deadline: '2025-09-21T12:00:00-07:00', prizes, ...old },
        rubric: { ...defaultDocument.rubric, ...rubrics },
      });
  expect(check([best])).toThrow('projects, prizes, entry 1: rubric is not one of hacker, startup: maps');
  expect(check([{ ...best, rubric: undefined }])).toThrow('projects, prizes, entry 1: rubric is missing');
  expect(check([{ ...best, judgedBy: undefined }], { maps: rubric })).toThrow('entry 1: judgedBy is missing');
  expect(check([{ key: 'supermemory', label: 'X' }])).toThrow();
  expect(
    check([
      { key: 'a', label: 'A' },
      { key: 'a', label: 'B' },
    ]),
  ).toThrow('entry 2: key is used twice: a');
  // As it was written before, and with a name that two of them have.
  expect(check([best], {}, { rubrics: { maps: rubric } })).not.toThrow();
  expect(check([best], { maps: rubric }, { rubrics: { maps: rubric } })).not.toThrow();
  expect(check([], {}, { rubrics: { hacker: rubric } })).toThrow('projects: has unknown keys: rubrics');
  expect(check([], { maps: [rubric[0]] })).toThrow('must have criteria whose weights add up to 100');
  expect(check([best], { maps: rubric })).not.toThrow();
});

test('sponsors’ judges get accounts by list, and never judge a track as well', async () => {
  const load = (list: string) => grace.call('POST', '/judging/judges/import', { list });
  const refused = await load('name,prize\nAnn,best-cat');
  expect(refused.json().message).toContain('"best-cat" is not a prize with judges of its own. Use best-map.');
  expect((await load('name,prize,track\nAnn,best-map,hacker')).json().message).toBe(
    'A judge scores a track or a prize, not both.',
  );
  const { accounts } = (await load('name,prize\nAnn Atlas,best-map\nTim Track,\nLia Label,best MAP')).json();
  expect(accounts.map(({ name }: { name: string }) => name)).toEqual(['Ann Atlas', 'Tim Track', 'Lia Label']);
  const { judges } = (await grace.call('GET', '/judging/progress')).json();
  expect(judges).toContainEqual(expect.objectContaining({ name: 'Ann Atlas', prize: 'best-map', scored: 0 }));
  expect(judges).toContainEqual(expect.objectContaining({ name: 'Lia Label', prize: 'best-map' }));
});

test('they see and score the projects entered for their prize and no others', async () => {
  const sue = await sponsor('Sue');
  expect((await sue.call('GET', '/judge/session')).json().judge).toMatchObject({ prize: best.key });
  const { prizes } = (await sue.call('GET', '/event')).json().projects;
  expect(prizes).toContainEqual({
    key: 'best-map',
    label: 'Best map',
    judging: { by: 'Atlas Inc.', rubric },
  });
  const tables: DemoTable[] = (await sue.call('GET', '/judge/tables')).json();
  expect(tables.map(({ teamNumber, project }) => [project?.title, teamNumber])).toEqual([
    ['One', 10],
    ['Two', 11],
    ['Three', 12],
  ]);
  expect((await give(sue, 'Elsewhere', 5)).statusCode).toBe(404);
  // The rubric of the track is not theirs.
  expect((await sue.call('POST', '/scores', scoreBody({ team_number: 10 }))).statusCode).toBe(400);
  const special = { team_number: 10, scores: { fit: 1, polish: 1 }, special_categories: { supermemory: 1 } };
  expect((await sue.call('POST', '/scores', scoreBody(special))).statusCode).toBe(400);
  // A judge of a track sees every table, with the special categories they entered for, and no prize.
  const tom = await signInJudge(site);
  const all = (await tom.call('GET', '/judge/tables')).json();
  expect(all).toHaveLength(4);
  expect(all[1].project.special).toEqual(['scamPrevention']);
  expect((await tom.call('GET', '/judge/session')).json().judge).toEqual({
    username: expect.any(String),
    name: tom.name,
  });
});

test('suggestions go through all of them once, skips are as for tables, and a later score replaces the first', async () => {
  const kim = await sponsor('Kim');
  const visited: number[] = [];
  for (;;) {
    const { next: table } = await next(kim);
    if (!table) break;
    visited.push(table.teamNumber);
    const title = Object.keys(numbers).find((name) => numbers[name] === table.teamNumber)!;
    expect((await give(kim, title, 5)).statusCode).toBe(201);
  }
  expect(visited.sort()).toEqual([10, 11, 12]);
  expect(await next(kim)).toEqual({ next: null, reason: 'done', done: 3, total: 3 });
  expect((await give(kim, 'One', 11)).statusCode).toBe(400);
  expect((await kim.call('POST', '/scores', scoreBody({ scores: { fit: 5 } }))).statusCode).toBe(400);
  expect((await give(kim, 'One', 8, 3)).json()).toMatchObject({ weighted_total: 60, prize: best.key });
  expect((await kim.call('GET', '/scores/mine')).json()[0]).toMatchObject({
    team_number: 10,
    prize: best.key,
    scores: { fit: 8, polish: 3 },
  });
  const { judges } = (await grace.call('GET', '/judging/progress')).json();
  expect(judges).toContainEqual(expect.objectContaining({ name: 'Kim', scored: 3 }));

  // A table is shown to one judge at a time; one that they know is theirs no more.
  const [uma, vic] = [await sponsor('Uma'), await sponsor('Vic')];
  const [first, second] = [(await next(uma)).next.teamNumber, (await next(vic)).next.teamNumber];
  expect(second).not.toBe(first);
  const skipped = { track: 'hacker', teamNumber: first, reason: 'conflict' };
  const { next: other } = (await uma.call('POST', '/judge/skip', skipped)).json();
  expect([first, second]).not.toContain(other.teamNumber);
  const known = Object.keys(numbers).find((name) => numbers[name] === first)!;
  expect((await give(uma, known, 5)).json().code).toBe('conflict_declared');
});

test('the same score sent many times at once is stored once', async () => {
  const ray = await sponsor('Ray');
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => give(ray, 'Two', 9, 9, key)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(7).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const stored = site.services.db.selectFrom('scores').where('judge_name', '=', 'Ray');
  expect(await stored.select('id').execute()).toHaveLength(1);
  expect((await give(ray, 'Two', 8, 8, key)).json().code).toBe('idempotency_mismatch');
  // Control: with keys of their own each is a score of its own.
  await Promise.all(Array.from({ length: 3 }, () => give(ray, 'Two', 9, 9, crypto.randomUUID())));
  expect((await stored.select('id').execute()).length).toBe(4);
});

test('each prize has its ranking with intervals and ties, and its winners; the track’s ranking has nothing of it', async () => {
  const [ranking] = await rankings();
  expect(ranking).toMatchObject({ key: 'best-map', judgedBy: 'Atlas Inc.' });
  expect(ranking!.projects.map(({ title, place, tied, average }) => [title, place, tied, average])).toEqual([
    ['Two', 1, false, 70],
    ['One', 2, false, 60],
    ['Three', 3, false, 50],
  ]);
  expect(ranking!.projects[0]!.adjusted).toMatchObject({ bestRank: 1, worstRank: 3, component: 0 });
  expect((await (await signInReviewer(site)).call('GET', '/scores/teams')).json()).toEqual([]);
  await give(await sponsor('Lou'), 'One', 8);
  expect((await rankings())[0]!.projects.slice(0, 2)).toMatchObject([
    { title: 'One', place: 1, tied: true, average: 70 },
    { title: 'Two', place: 1, tied: true },
  ]);
  const { groups } = (await grace.call('GET', '/results')).json();
  expect(groups).toMatchObject([{ key: 'prize:best-map', places: 1 }]);
  await publishPlaces(grace, { 'prize:best-map': 1 });
  expect(await findGalleryContent(site.services, '/projects/results')).toMatchObject({
    groups: [
      {
        label: 'Best map',
        winners: [
          { name: 'One', tied: true },
          { name: 'Two', tied: true },
        ],
      },
    ],
  });
});

test('who no longer enters for a prize is neither seen nor ranked, and a paused judging takes no scores', async () => {
  const { db } = site.services;
  await db.updateTable('projects').set({ prizes: [] }).where('title', '=', 'One').execute();
  const pat = await sponsor('Pat');
  expect((await pat.call('GET', '/judge/tables')).json()).toHaveLength(2);
  expect((await give(pat, 'One', 5)).statusCode).toBe(404);
  expect((await rankings())[0]!.projects.map(({ title }) => title)).toEqual(['Two', 'Three']);
  await grace.call('PUT', '/judging/pause', { paused: true });
  expect((await give(pat, 'Two', 5)).json().code).toBe('judging_paused');
});

test('a special category that a table entered is listed until enough judges have scored it there', async () => {
  const progress = async () => (await grace.call('GET', '/judging/progress')).json().categories;
  const readiness = async () => (await grace.call('GET', '/results')).json().readiness.categories;
  await grace.call('PUT', '/judging/pause', { paused: false });
  const missing = [{ label: 'Scam Prevention', entered: 1, unscored: [11] }];
  const score = async (name: string, special: object | null) => {
    const judge = await signInJudge(site, { name });
    const body = scoreBody({ team_number: 11, special_categories: special });
    expect((await judge.call('POST', '/scores', body)).statusCode).toBe(201);
  };
  expect([await progress(), await readiness()]).toEqual([missing, missing]);
  await score('Nobody Saw It', null);
  await score('Saw It', { scamPrevention: 0 });
  expect([await progress(), await readiness()]).toEqual([missing, missing]);
  // A best average of 0 is no suggestion to win.
  const special = async () =>
    (await grace.call('GET', '/results'))
      .json()
      .groups.find(({ key }: { key: string }) => key === 'special:scamPrevention');
  expect(await special()).toMatchObject({ places: 0, ranking: [{ id: '11', average: '0.0' }] });
  await score('Saw It Too', { scamPrevention: 6 });
  expect([await progress(), await readiness()]).toEqual([[{ ...missing[0], unscored: [] }], undefined]);
  expect(await special()).toMatchObject({ places: 1, ranking: [{ id: '11', average: '3.0' }] });
});

test('organizers choose the winner of a prize without judges among the projects that entered for it', async () => {
  const { event, db } = site.services;
  if (!event.projects) throw new Error('This event has no projects.');
  const { groups: before } = (await grace.call('GET', '/results')).json();
  const pun = { key: 'best-pun', label: 'Best pun', description: 'A box of puns.' };
  event.projects = { ...event.projects, prizes: [best, pun] };
  expect((await grace.call('GET', '/results')).json().groups).toEqual(before);
  expect((await grace.call('GET', '/event')).json().projects.prizes).toContainEqual(pun);
  await db
    .updateTable('projects')
    .set({ prizes: [pun.key] })
    .where('title', 'in', ['One', 'Three'])
    .execute();
  const load = async () => (await grace.call('GET', '/results')).json();
  const group = (await load()).groups.at(-1);
  const entered = { place: 1, tied: true, average: '', marks: [], concerns: [] };
  expect(group).toMatchObject({
    ...{ key: 'prize:best-pun', places: 0, unscored: [] },
    ranking: [
      { name: 'One', table: 10, people: [expect.any(String)], ...entered },
      { name: 'Three', ...entered },
    ],
  });
  const labels = async () => {
    const content = await findGalleryContent(site.services, '/projects/results');
    return content?.kind === 'results' ? content.groups.map(({ label }) => label) : [];
  };
  // While nobody decides it, nobody wins it.
  expect((await publishPlaces(grace, { 'prize:best-map': 1 })).statusCode).toBe(200);
  expect(await labels()).toEqual(['Best map']);
  await grace.call('POST', '/results/unlock', { group: group.key, reason: 'Forgotten' });
  const order = [[group.ranking[1].id], [group.ranking[0].id]];
  const choose = async (reason: string) =>
    decide(grace, await load(), group.key, { places: 1, order, reason, confirmed: [] });
  expect((await choose('')).statusCode).toBe(400);
  expect((await choose('The loudest laughter.')).statusCode).toBe(200);
  expect((await grace.call('PUT', '/results', { locked: (await load()).locked })).statusCode).toBe(200);
  expect(await findGalleryContent(site.services, '/projects/results')).toMatchObject({
    groups: [{ label: 'Best map' }, { label: 'Best pun', winners: [{ name: 'Three', tied: false }] }],
  });
});
