import { sql } from 'kysely';
import { computeAdjustedView } from '../packages/judge-bias/adjusted-view.ts';
import { storeReviewPassword } from '../server/judging/score-review.service.ts';
import { selectReviewedScores } from '../server/judging/scores.queries.ts';
import { readMemory } from './memory.ts';
import { callSubmitScore, createJudges, type Stage } from './stage.ts';
import { atMost, quantile, type Result, time } from './table.ts';

const [teams, judges] = [300, 20];
const rounds = 40;
const atOnce = 10;
const password = 'owls at midnight';
const work = `${teams} teams × ${judges} judges`;

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
  await storeReviewPassword(db, password);
  const answer = await fetch(`${program.url}/api/score-review/unlock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const [cookie = ''] = answer.headers.getSetCookie().filter((each) => each.startsWith('review='));
  return cookie.slice(0, cookie.indexOf(';'));
}

/** Measures the results of a large event: the adjusted view, the answer after each new score, and memory. */
export async function measureJudging(stage: Stage): Promise<Result[]> {
  const cookies = await prepareEvent(stage);
  const headers = { cookie: await unlock(stage) };
  const { scores } = await selectReviewedScores(stage.db);
  const records = scores.map(({ judgeName: judge, teamNumber: team, total }) => ({ judge, team, total }));
  const read = async (path: string) => {
    const answer = await fetch(`${stage.program.url}/api/scores${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the scores were answered with ${answer.status}`);
  };
  const [views, fresh, again]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < rounds; n += 1) {
    views.push(await time(() => computeAdjustedView(records)));
    await callSubmitScore(stage, cookies[n % judges]!, 1 + ((n * 37) % teams));
    fresh.push(await time(() => read('/teams')));
    again.push(await time(() => read('/teams')));
  }
  const before = readMemory(stage.program.pid);
  for (let n = 0; n < rounds; n += atOnce) await Promise.all(Array.from({ length: atOnce }, () => read('')));
  const unchanged = `nothing new: ${quantile(again).toFixed(1)} ms`;
  return [
    atMost(`${work}: adjusted view, median`, quantile(views), 10, 'ms'),
    atMost(`${work}: answer after a new score, median`, quantile(fresh), 250, 'ms', unchanged),
    atMost(
      `${work}: memory after all were read ${rounds} times`,
      readMemory(stage.program.pid),
      300,
      'MB',
      `before: ${Math.round(before)} MB`,
    ),
  ];
}
