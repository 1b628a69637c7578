import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
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

/** Searches by a description; throws if the search fails. */
async function ask({ program }: Stage, cookie: string, query: string): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, filters: {} });
  const answer = await fetch(`${program.url}/api/search/vector-only`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a search was answered with ${answer.status}`);
}

/** Runs all searches several times; returns the 95th percentile in milliseconds. */
async function askAll(stage: Stage, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const query of queries) times.push(await time(() => ask(stage, cookie, query)));
  return quantile(times, 0.95);
}

/** Measures the search by description; its bar is `longest` milliseconds. The first search builds the index for the others. */
export async function measureDescriptionSearch(
  stage: Stage,
  applicants = 10_000,
  longest = 250,
): Promise<Result[]> {
  const cookie = await createOrganizer(stage);
  const before = readMemory(stage.program.pid);
  const first = await time(() => ask(stage, cookie, queries[0]!));
  const grown = readMemory(stage.program.pid) - before;
  const beside = `the first ${(first / 1000).toFixed(1)} s, ${Math.round(grown)} MB with garbage`;
  const work = `search by description at ${applicants.toLocaleString('en')}, p95`;
  return [atMost(work, await askAll(stage, cookie), longest, 'ms', beside)];
}

/** Measures the model that the program ships: how fast it reads 1,000 applicants, and how fast 10,000 are searched with it. */
export async function measureModel(stage: Stage): Promise<Result[]> {
  const { db } = stage;
  await stage.fill(1_000);
  await stage.restart({ EMBEDDINGS: 'on' });
  const read = await time(async () => {
    const waiting = () =>
      db
        .selectFrom('profiles')
        .leftJoin('profile_vectors as made', 'made.application_id', 'profiles.application_id')
        .select(({ fn }) => fn.count<string>('profiles.application_id').as('waiting'))
        .where('made.application_id', 'is', null)
        .executeTakeFirstOrThrow();
    while (Number((await waiting()).waiting) > 0) await setTimeout(1_000);
  });
  await stage.restart({ EMBEDDINGS: 'on' });
  await setTimeout(10_000);
  const idle = readMemory(stage.program.pid);
  await stage.fill(10_000);
  // The others get copies of the first 1,000 vectors: searching those costs as much.
  await sql`insert into profile_vectors (application_id, model, dimension, passages, vectors, seen)
    select later.application_id, model, dimension, passages, vectors, later.changed
    from (select *, row_number() over () % 1000 as turn from profiles
        where application_id not in (select application_id from profile_vectors)) as later
      join (select *, row_number() over () - 1 as turn from profile_vectors) as made using (turn)`.execute(
    db,
  );
  const cookie = await createOrganizer(stage);
  await ask(stage, cookie, queries[0]!);
  const alone = await askAll(stage, cookie);
  const sixteen = await Promise.all(Array.from({ length: 16 }, () => askAll(stage, cookie)));
  return [
    atMost('1,000 applicants read by the model', read / 1000, 360, 's'),
    atMost('idle memory of the program with their vectors', idle, 160, 'MB'),
    atMost('search by description at 10,000 with the model, p95', alone, 150, 'ms'),
    atMost('the same, 16 at once', Math.max(...sixteen), 400, 'ms'),
  ];
}
