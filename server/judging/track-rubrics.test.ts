import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TeamAggregate } from '../../contract/judging/judging.ts';
import { checkEvent } from '../event/event-document.ts';
import { signUpAdmin, type TestActor, withCookie } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { defaultDocument } from '../testing/default-event.ts';
import { rubricScores, scoreBody, signInReviewer } from '../testing/judges.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';
import { publishPlaces } from '../testing/results.ts';
import { createTestTeam } from '../testing/teams.ts';
import { findGalleryContent } from './gallery.service.ts';

const care = [
  { key: 'patients', label: 'Patients', weight: 70, description: 'Does it help them?' },
  { key: 'safety', label: 'Safety', weight: 30, description: 'Is it safe?' },
];
const [hacker, , startup] = defaultDocument.tracks;
const health = { ...hacker!, id: 'Health Track', slug: 'health', title: 'Health Track', rubric: 'care' };
const document = {
  ...defaultDocument,
  tracks: [hacker!, startup!, health],
  rubric: { ...defaultDocument.rubric, care },
};
const marks = { patients: 9, safety: 5 };

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  site.services.event = checkEvent(document);
  grace = await signUpAdmin(site);
  setDeadline(site, 3_600_000);
  for (const [at, track] of ['Startup Track', 'Health Track', 'Hacker Track', 'Health Track'].entries()) {
    const { leader } = await createTestTeam(site, 1, { name: `Team ${at + 1}` });
    await createApplicant(site, leader, { track });
    await submitTestProject(leader, { title: `Project ${at + 1}` });
  }
  // Of a team with several tracks, the last one in the order of the event.
  const { leader, members } = await createTestTeam(site, 2, { name: 'Team 5' });
  await createApplicant(site, leader, { track: 'Health Track' });
  for (const member of members.slice(1)) await createApplicant(site, member, { track: 'Hacker Track' });
});
afterAll(() => site.close());

const importJudges = (list: string) => grace.call('POST', '/judging/judges/import', { list });
async function signIn(list: string): Promise<TestActor> {
  const answer = await importJudges(list);
  const [{ username, password }] = answer.json().accounts;
  const signedIn = await withCookie(site, '').call('POST', '/judge/login', { username, password });
  return {
    ...grace,
    ...withCookie(site, signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')),
  };
}
const tables = async (judge: TestActor): Promise<{ teamNumber: number; teamName: string; track: string }[]> =>
  (await judge.call('GET', '/judge/tables')).json();

test('a track with a rubric of its own has judges, tables, a ranking and winners of its own', async () => {
  const { assigned } = (await grace.call('POST', '/judging/tables', {})).json();
  expect(assigned).toBe(5);
  const anna = await signIn('name,track\nAnna,Health Track');
  const ben = await signIn('name,track\nBen,HACKER');
  const free = await signIn('Cleo');
  expect((await tables(anna)).map(({ teamName, track }) => [teamName, track])).toEqual([
    ['Team 3', 'hacker'],
    ['Team 1', 'startup'],
    ['Team 2', 'care'],
    ['Team 4', 'care'],
    ['Team 5', 'care'],
  ]);
  expect((await anna.call('GET', '/judge/session')).json().judge.track).toBe('care');
  expect((await anna.call('GET', '/judge/next')).json()).toMatchObject({ total: 3 });

  const give = (judge: TestActor, team_number: number, track: string, scores: object) =>
    judge.call('POST', '/scores', scoreBody({ team_number, track, scores }));
  const first = await give(anna, 3, 'care', marks);
  expect([first.statusCode, first.json().weighted_total]).toEqual([201, 78]);
  expect((await give(free, 3, 'care', { ...marks, safety: 10 })).json().weighted_total).toBe(93);
  expect((await give(free, 4, 'care', { patients: 4, safety: 4 })).statusCode).toBe(201);
  expect((await give(ben, 1, 'hacker', rubricScores('hacker', [5, 5, 5, 5, 5]))).statusCode).toBe(201);
  expect((await give(free, 2, 'startup', rubricScores('startup', [6, 6, 6, 6, 6]))).statusCode).toBe(201);

  // By another rubric, with criteria of another one, with special categories, and by one that no track has.
  expect((await give(ben, 3, 'care', marks)).json().code).toBe('other_track');
  expect((await give(free, 4, 'care', rubricScores('hacker', [5, 5, 5, 5, 5]))).statusCode).toBe(400);
  expect(
    (
      await free.call(
        'POST',
        '/scores',
        scoreBody({ track: 'care', scores: marks, special_categories: { scamPrevention: 5 } }),
      )
    ).json().fields,
  ).toEqual({ special_categories: 'is not for this track, or empty' });
  const unknown = { fields: { track: 'is not one of hacker, startup, care' } };
  expect((await give(free, 4, 'health', marks)).json()).toMatchObject(unknown);
  expect((await free.call('GET', '/judge/next?track=health')).json()).toMatchObject(unknown);
  expect((await free.call('GET', '/judge/next?track=constructor')).json()).toMatchObject(unknown);

  const reviewer = await signInReviewer(site);
  const teams: TeamAggregate[] = (await reviewer.call('GET', '/scores/teams')).json();
  expect(
    teams.map(({ team_number, track, avg_total_score }) => [team_number, track, avg_total_score]),
  ).toEqual([
    [3, 'care', 85.5],
    [2, 'startup', 60],
    [1, 'hacker', 50],
    [4, 'care', 40],
  ]);
  expect((await reviewer.call('GET', '/scores/export.csv')).body).toMatch(/"care"/);
  expect((await grace.call('GET', '/judging/progress')).json().pace.missing).toBe(5 * 3 - 5);

  const { groups } = (await grace.call('GET', '/results')).json();
  expect(groups.map(({ key, label }: { key: string; label: string }) => [key, label])).toEqual([
    ['track:hacker', 'Hacker Track'],
    ['track:startup', 'Startup Track'],
    ['track:care', 'Health Track'],
  ]);
  await publishPlaces(grace, { 'track:hacker': 1, 'track:startup': 1, 'track:care': 2 });
  const content = await findGalleryContent(site.services, '/projects/results');
  if (content?.kind !== 'results') throw new Error('The results are not published.');
  expect(content.groups.map(({ label, winners }) => [label, winners.map(({ name }) => name)])).toEqual([
    ['Hacker Track', ['Project 3']],
    ['Startup Track', ['Project 1']],
    ['Health Track', ['Project 2', 'Project 4']],
  ]);
});

test('judges are given tracks that have a rubric, by the name of either', async () => {
  const named = async (track: string) => {
    const answer = await importJudges(`name,track\n${track} judge,${track}`);
    return answer.json().accounts?.[0].track ?? answer.json().message;
  };
  expect([await named('care'), await named('health'), await named('Startup Track')]).toEqual([
    'care',
    'care',
    'startup',
  ]);
  expect(await named('Sports')).toBe(
    '"Sports" is not a track. Use hacker, startup, or care, or leave it empty for all tracks.',
  );
});
