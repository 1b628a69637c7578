import { sql } from 'kysely';
import { launchBrowser, type Page } from '../e2e/browser.ts';
import { computeAdjustedView } from '../packages/judge-bias/adjusted-view.ts';
import { updateReviewPassword } from '../server/judging/score-review.service.ts';
import { selectReviewedScores } from '../server/judging/scores.queries.ts';
import { readMemory } from './memory.ts';
import { callSubmitScore, createJudges, type Stage } from './stage.ts';
import type { Result } from './table.ts';

const [teams, judges] = [300, 20];
const rounds = 40;
const atOnce = 10;
const password = 'owls at midnight';
const work = `${teams} teams × ${judges} judges`;

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const ms = (time: number) => `${time.toFixed(1)} ms`;

/** Creates judges, and a score by every judge for every team. Returns their sessions as cookie headers. */
async function prepareEvent(stage: Stage): Promise<string[]> {
  const { db } = stage;
  const cookies = await createJudges(stage, judges, 'bench');
  await sql`
    insert into scores (judge_id, judge_name, idempotency_key, body_hash, team_name, team_number, track, scores, weights,
      weighted_total, special_categories, created_at)
    select j.id, j.name, gen_random_uuid(), '\\x00', 'Team ' || t, t, 'hacker', s.scores, w.weights,
      score_total(s.scores, w.weights), case when t % 3 = 0 then '{"aiPersonas": 5, "supermemory": 7}'::jsonb end, now()
    from judges j cross join generate_series(1, ${teams}::int) t
    cross join lateral (select jsonb_build_object('innovation', (t * 7 + j.position * 3) % 11,
      'technical', (t * 5 + j.position) % 11, 'impact', (t + j.position * 7) % 11,
      'presentation', (t * 3 + j.position * 5) % 11, 'design', (t * 2 + j.position) % 11) as scores) s
    cross join (select '{"innovation":25,"technical":25,"impact":20,"presentation":15,"design":15}'::jsonb as weights) w
    where j.username like 'bench%'`.execute(db);
  return cookies;
}

async function unlock({ db, program }: Stage): Promise<string> {
  await updateReviewPassword({ db }, password);
  const answer = await fetch(`${program.url}/api/score-review/unlock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const [cookie = ''] = answer.headers.getSetCookie().filter((each) => each.startsWith('review='));
  return cookie.slice(0, cookie.indexOf(';'));
}

/** Draws the page in Chromium: milliseconds from the answer to the drawn table, and the longest frame while scores arrive. */
async function drawn({ program }: Stage, cookie: string, score: (n: number) => Promise<void>) {
  const browser = await launchBrowser();
  const context = await browser.newContext({ baseURL: program.url });
  const value = cookie.slice(cookie.indexOf('=') + 1);
  await context.addCookies([{ name: 'review', value, url: program.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('scoreReviewAdmin', 'true');
    new MutationObserver((_, observer) => {
      if (!document.querySelector('tbody tr')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('drawn')));
    }).observe(document, { childList: true, subtree: true });
  });
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    await page.goto('/score-review');
    await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0);
    times.push(await sinceAnswer(page));
  }
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    const next = (before: number) =>
      requestAnimationFrame((now) => {
        frames.push(now - before);
        next(now);
      });
    next(performance.now());
  });
  for (let n = 0; n < 10; n += 1) {
    await score(n);
    await page.waitForTimeout(300);
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  await browser.close();
  return { first: median(times), frame: Math.max(...frames) };
}

function sinceAnswer(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [answer] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/api/scores/teams')) as PerformanceResourceTiming[];
    return performance.getEntriesByName('drawn')[0]!.startTime - answer!.responseEnd;
  });
}

/** Measures the results of a large event: the adjusted view, the whole answer after every new score, and the page that shows it. */
export async function measureJudging(stage: Stage): Promise<Result[]> {
  const cookies = await prepareEvent(stage);
  const review = await unlock(stage);
  const { scores } = await selectReviewedScores(stage.db);
  const records = scores.map(({ judgeName, teamNumber, total }) => ({
    judge: judgeName,
    team: teamNumber,
    total,
  }));
  const timed = async (action: () => unknown) => {
    const began = performance.now();
    await action();
    return performance.now() - began;
  };
  const views: number[] = [];
  for (let n = 0; n < rounds; n += 1) views.push(await timed(() => computeAdjustedView(records)));
  const score = (n: number) => callSubmitScore(stage, cookies[n % judges]!, 1 + ((n * 37) % teams));
  const ask = () =>
    timed(async () => {
      const answer = await fetch(`${stage.program.url}/api/scores/teams`, { headers: { cookie: review } });
      await answer.arrayBuffer();
    });
  const fresh: number[] = [];
  const again: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    await score(n);
    fresh.push(await ask());
    again.push(await ask());
  }
  const page = await drawn(stage, review, score);
  const [view, answer] = [median(views), median(fresh)];
  return [
    { work: `${work}: adjusted view`, ours: ms(view), baseline: '', bar: 'median < 10 ms', met: view < 10 },
    {
      work: `${work}: whole answer after a new score`,
      ours: ms(answer),
      baseline: `nothing new: ${ms(median(again))}`,
      bar: 'median < 250 ms',
      met: answer < 250,
    },
    {
      work: `${work}: page drawn after the answer`,
      ours: ms(page.first),
      baseline: '',
      bar: 'median < 200 ms',
      met: page.first < 200,
    },
    {
      work: `${work}: longest frame while scores arrive`,
      ours: ms(page.frame),
      baseline: '',
      bar: '< 200 ms',
      met: page.frame < 200,
    },
  ];
}

/** Measures the memory of the program after all scores were read many times, ten at once. */
export async function measureScoreMemory(stage: Stage): Promise<Result[]> {
  await prepareEvent(stage);
  const cookie = await unlock(stage);
  const before = readMemory(stage.program.pid);
  let bytes = 0;
  const read = async () => {
    const answer = await fetch(`${stage.program.url}/api/scores`, { headers: { cookie } });
    bytes = (await answer.arrayBuffer()).byteLength;
  };
  for (let n = 0; n < rounds; n += atOnce) await Promise.all(Array.from({ length: atOnce }, read));
  const after = readMemory(stage.program.pid);
  return [
    {
      work: `${work}: memory after all were read ${rounds} times (${(bytes / 1e6).toFixed(1)} MB each)`,
      ours: `${after.toFixed(0)} MB`,
      baseline: `before: ${before.toFixed(0)} MB`,
      bar: '< 300 MB',
      met: after < 300,
    },
  ];
}
