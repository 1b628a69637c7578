import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrizeJudging, PrizeRanking } from '../../contract/judging/prize-judging.ts';
import { checkEvent } from '../event/load.ts';
import { findGalleryContent } from '../projects/gallery.service.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';
import { createTestTeam } from '../testing/teams.ts';

const rubric = [
  { key: 'fit', label: 'Fit', weight: 60, description: 'Does it fit?' },
  { key: 'polish', label: 'Polish', weight: 40, description: 'Is it done?' },
];
const best = { key: 'best-map', label: 'Best map', rubric: 'maps', judgedBy: 'Atlas Inc.' };
let site: TestApp;
let grace: TestActor;
const ids = new Map<string, string>();
beforeAll(async () => {
  site = await createTestApp();
  const { event, db } = site.services;
  if (!event.projects) throw new Error('This event has no projects.');
  event.projects = { ...event.projects, prizes: [best], rubrics: { maps: rubric } };
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
  for (const { id, title } of await db.selectFrom('projects').select(['id', 'title']).execute())
    ids.set(title, id);
});
afterAll(() => site.close());

const sponsor = (name: string) => signInJudge(site, { name, prize: best.key });
const look = async (judge: TestActor): Promise<PrizeJudging> =>
  (await judge.call('GET', '/judge/prize')).json();
const give = (judge: TestActor, title: string, fit: number, polish = fit, key?: string) =>
  judge.call(
    'POST',
    '/judge/prize/scores',
    { project: ids.get(title) ?? crypto.randomUUID(), scores: { fit, polish } },
    key ? { headers: { 'idempotency-key': key } } : {},
  );
const rankings = async (): Promise<PrizeRanking[]> =>
  (await (await signInReviewer(site)).call('GET', '/scores/prizes')).json();

test('an event file is refused with the place of each mistake of its prizes', async () => {
  const { default: raw } = await import('../../event/event.ts');
  const check =
    (prizes: object[], rubrics: object = {}) =>
    () =>
      checkEvent({ ...raw, projects: { deadline: '2025-09-21T12:00:00-07:00', prizes, rubrics } });
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
  expect(check([], { hacker: rubric })).toThrow('projects, rubrics: hacker is the rubric of a track');
  expect(check([], { maps: [rubric[0]] })).toThrow('weights do not add up to 100');
  expect(check([best], { maps: rubric })).not.toThrow();
});

test('sponsors’ judges get accounts by list, and never judge a track as well', async () => {
  const load = (list: string) => grace.call('POST', '/judging/judges/import', { list });
  const refused = await load('name,prize\nAnn,best-cat');
  expect(refused.json().message).toContain('"best-cat" is not a prize with judges of its own. Use best-map.');
  expect((await load('name,prize,track\nAnn,best-map,hacker')).json().message).toBe(
    'A judge scores a track or a prize, not both.',
  );
  const { accounts } = (await load('name,prize\nAnn Atlas,best-map\nTim Track,')).json();
  expect(accounts.map(({ name }: { name: string }) => name)).toEqual(['Ann Atlas', 'Tim Track']);
  const { judges } = (await grace.call('GET', '/judging/progress')).json();
  expect(judges).toContainEqual(expect.objectContaining({ name: 'Ann Atlas', prize: 'best-map', scored: 0 }));
});

test('they see and score the projects entered for their prize and no others', async () => {
  const sue = await sponsor('Sue');
  expect((await sue.call('GET', '/judge/session')).json().judge).toMatchObject({ prize: best.key });
  const seen = await look(sue);
  expect(seen.prize).toMatchObject({
    label: 'Best map',
    judgedBy: 'Atlas Inc.',
    rubric: [{ key: 'fit' }, {}],
  });
  expect(seen.projects.map(({ title, teamNumber }) => [title, teamNumber])).toEqual([
    ['One', 10],
    ['Two', 11],
    ['Three', 12],
  ]);
  const tables = (await sue.call('GET', '/judge/tables')).json();
  expect(tables.map(({ teamNumber }: { teamNumber: number }) => teamNumber)).toEqual([10, 11, 12]);
  expect((await give(sue, 'Elsewhere', 5)).statusCode).toBe(404);
  const refusals = [
    await sue.call('POST', '/scores', scoreBody({ team_number: 10 })),
    await sue.call('GET', '/judge/next'),
    await sue.call('POST', '/judge/skip', { track: 'hacker', teamNumber: 10, reason: 'busy' }),
  ];
  expect(refusals.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    Array(3).fill([403, 'judge_of_prize']),
  );
  // A judge of a track sees every table, with the special categories they entered for, and no prize.
  const tom = await signInJudge(site);
  const all = (await tom.call('GET', '/judge/tables')).json();
  expect(all).toHaveLength(4);
  expect(all[1].project.special).toEqual(['scamPrevention']);
  expect((await tom.call('GET', '/judge/session')).json().judge).toEqual({
    username: expect.any(String),
    name: tom.name,
  });
  expect((await tom.call('GET', '/judge/prize')).statusCode).toBe(404);
});

test('suggestions go through all of them once, the marks are checked, and a later score replaces the first', async () => {
  const kim = await sponsor('Kim');
  const visited: string[] = [];
  for (;;) {
    const { next, projects } = await look(kim);
    if (!next) break;
    const { title } = projects.find(({ _id }) => _id === next)!;
    visited.push(title);
    expect((await give(kim, title, 5)).statusCode).toBe(201);
  }
  expect(visited.sort()).toEqual(['One', 'Three', 'Two']);
  expect((await give(kim, 'One', 11)).statusCode).toBe(400);
  const wrong = { project: ids.get('One'), scores: { fit: 5 } };
  expect((await kim.call('POST', '/judge/prize/scores', wrong)).statusCode).toBe(400);
  expect((await give(kim, 'One', 8, 3)).json().weighted_total).toBe(60);
  expect((await look(kim)).projects[0]?.mine).toMatchObject({ scores: { fit: 8, polish: 3 } });
  const { judges } = (await grace.call('GET', '/judging/progress')).json();
  expect(judges).toContainEqual(expect.objectContaining({ name: 'Kim', scored: 3 }));
});

test('the same score sent many times at once is stored once', async () => {
  const ray = await sponsor('Ray');
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => give(ray, 'Two', 9, 9, key)));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  const stored = site.services.db.selectFrom('prize_scores').where('judge_name', '=', 'Ray');
  expect(await stored.select('id').execute()).toHaveLength(1);
  expect((await give(ray, 'Two', 8, 8, key)).json().code).toBe('idempotency_mismatch');
  // Control: without the key each is a score of its own.
  await Promise.all(Array.from({ length: 3 }, () => give(ray, 'Two', 9)));
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
  const { version, groups } = (await grace.call('GET', '/results')).json();
  expect(groups).toMatchObject([{ key: 'prize:best-map', places: 1 }]);
  await grace.call('PUT', '/results', { version, places: { 'prize:best-map': 1 } });
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
  expect((await look(pat)).projects).toHaveLength(2);
  expect((await give(pat, 'One', 5)).statusCode).toBe(404);
  expect((await rankings())[0]!.projects.map(({ title }) => title)).toEqual(['Two', 'Three']);
  await grace.call('PUT', '/judging/pause', { paused: true });
  expect((await give(pat, 'Two', 5)).json().code).toBe('judging_paused');
});
