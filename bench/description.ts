import { readMemory } from './memory.ts';
import { createOrganizer, type Stage } from './stage.ts';
import type { Result } from './table.ts';

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

/** Measures the search by description over 50,000 applicants. */
export async function measureLargeDescriptionSearch(stage: Stage): Promise<Result[]> {
  await stage.fill(50_000);
  return measureDescriptionSearch(stage, 50_000, 500);
}

/** Measures the search by description over all applicants, `longest` milliseconds at most: the first one builds the index, the others use it. */
export async function measureDescriptionSearch(
  stage: Stage,
  applicants = 10_000,
  longest = 250,
): Promise<Result[]> {
  const { program } = stage;
  const organizer = await createOrganizer(stage);
  const ask = async (query: string): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(`${program.url}/api/search/vector-only`, {
      method: 'POST',
      headers: { cookie: organizer, 'content-type': 'application/json' },
      body: JSON.stringify({ query, filters: {} }),
    });
    await answer.arrayBuffer();
    return answer.ok ? performance.now() - started : Number.NaN;
  };
  const before = readMemory(program.pid);
  const first = await ask(queries[0]!);
  const grown = readMemory(program.pid) - before;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) for (const query of queries) times.push(await ask(query));
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return [
    {
      work: `search by description at ${applicants.toLocaleString('en')}`,
      ours: `p95 ${Math.round(p95)} ms`,
      baseline: `the first ${(first / 1000).toFixed(1)} s, ${Math.round(grown)} MB with garbage`,
      bar: `p95 < ${longest} ms`,
      met: p95 < longest,
    },
  ];
}
