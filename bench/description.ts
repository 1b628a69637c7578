import { readMemory } from './memory.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { atMost, quantile, type Result, time } from './table.ts';

const queries = [
  'embedded C',
  'second-year electrical engineers who solder, not in the Startup Track',
  'designers who have never been to a hackathon',
  'somebody who can make our app look pretty and knows Figma',
  'python machine lerning with cloud deployment',
  'business majors with pitch experience',
  'people who care about climate and can code, but no Java',
  'graduate students in computer vision or robotics',
];
const rounds = 8;

export async function measureLargeDescriptionSearch(stage: Stage): Promise<Result[]> {
  await stage.fill(50_000);
  return measureDescriptionSearch(stage, 50_000, 500);
}

/** Measures the search by description, `longest` milliseconds at most: the first one builds the index, the others use it. */
export async function measureDescriptionSearch(
  stage: Stage,
  applicants = 10_000,
  longest = 250,
): Promise<Result[]> {
  const { program } = stage;
  const headers = { cookie: await createOrganizer(stage), 'content-type': 'application/json' };
  const ask = (query: string) =>
    time(async () => {
      const body = JSON.stringify({ query, filters: {} });
      const answer = await fetch(`${program.url}/api/search/vector-only`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a search was answered with ${answer.status}`);
    });
  const before = readMemory(program.pid);
  const first = await ask(queries[0]!);
  const grown = readMemory(program.pid) - before;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) for (const query of queries) times.push(await ask(query));
  const beside = `the first ${(first / 1000).toFixed(1)} s, ${Math.round(grown)} MB with garbage`;
  const work = `search by description at ${applicants.toLocaleString('en')}, p95`;
  return [atMost(work, quantile(times, 0.95), longest, 'ms', beside)];
}
