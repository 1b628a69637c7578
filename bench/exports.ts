import { fillLargeSite } from '../server/testing/large-site.ts';
import { startBaseline } from './calls.ts';
import { record } from './record.ts';
import { createOrganizer, type Stage } from './stage.ts';
import type { Result } from './table.ts';

const [people, teams] = [10_000, 400];
const rounds = 9;
const bar = 500;

/** Returns the median of the milliseconds that a download takes. */
async function time(url: string, cookie: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} is answered with ${answer.status}`);
    // The first one warms up.
    if (round > 0) taken.push(performance.now() - started);
  }
  return taken.sort((one, other) => one - other)[Math.floor(rounds / 2)]!;
}

/** Measures the exports of 500 projects and of everything at a site with 10,000 people. */
export async function measureExports(stage: Stage): Promise<Result[]> {
  await fillLargeSite(stage, people, teams);
  const cookie = await createOrganizer(stage);
  const paths = ['/api/projects/export?format=csv', '/api/projects/export?format=json'];
  const asks = paths.map((url) => [
    { url, headers: { cookie } },
    { url, headers: { cookie } },
  ]);
  const recorded = await record(stage.config, stage.database, asks);
  const baseline = await startBaseline(
    stage,
    Object.fromEntries(paths.map((path, at) => [`GET ${path}`, recorded[at]!])),
  );
  const results: Result[] = [];
  for (const path of paths) {
    const ours = await time(stage.program.url + path, cookie);
    results.push({
      work: `GET ${path} with ${teams + teams / 4} projects at ${people.toLocaleString('en')} people`,
      ours: `median ${Math.round(ours)} ms`,
      baseline: `${Math.round(await time(baseline.replay + path, cookie))} ms`,
      bar: `< ${bar} ms`,
      met: ours < bar,
    });
  }
  baseline.stop();
  return results;
}
