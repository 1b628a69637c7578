import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { insertApplicants } from './applicants.ts';
import { readDatabaseMemory, readMemory } from './memory.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { atMost, quantile, type Result, time } from './table.ts';

const sizes = [1000, 10_000, 50_000];
const calls = 100;
const atEachSize = 'at each size';
const note = (line: string) => void process.stderr.write(`${line}\n`);

interface Request {
  address: string;
  body?: object;
}

/** Returns what organizers and stations request with `total` applications, by the row's name. Calls may depend on their number. */
async function listWorks({ db }: Stage, total: number): Promise<Record<string, (call: number) => Request>> {
  const page = '/api/applications?limit=50';
  const middle = await db
    .selectFrom('applications')
    .orderBy('created_at', 'desc')
    .offset(total / 2)
    .select('id')
    .executeTakeFirstOrThrow();
  const pending = await db
    .selectFrom('applications')
    .where('status', '=', 'pending')
    .limit(2 * calls)
    .select('id')
    .execute();
  const constant = (address: string) => () => ({ address });
  const searchOfStation = (term: string) => constant(`/api/applications/search?term=${term}&status=approved`);
  return {
    'list: first page': constant(page),
    'list: first page of a status': constant(`${page}&status=pending`),
    'list: first page by track': constant(`${page}&sort=track`),
    'list: page after one in the middle': constant(`${page}&after=${middle.id}`),
    'list: page jumped to in the middle': constant(`${page}&offset=${total / 2}`),
    'review of an application': (call) => ({
      address: `/api/applications/${pending[call]!.id}`,
      body: { status: 'approved', from: 'pending' },
    }),
    'list: search for a person': constant(`${page}&q=noor+abendroth`),
    'list: search for a part of every address and a major that 25 have': constant(
      `${page}&q=${encodeURIComponent('person glaciol')}`,
    ),
    'search of a station for a person': searchOfStation('noor+abendroth'),
    'search of a station for a last name that 26 have': searchOfStation('abendroth'),
    'search of a station for a first name that 26 have': searchOfStation('noor'),
    [`search of a station for a last name that more have ${atEachSize}`]: searchOfStation('park'),
  };
}

/** Gives 76 approved applicants names and majors that nobody else has, so that a search finds as many people at each size. */
async function renameSome({ db }: Stage): Promise<void> {
  await sql`
    with chosen as (
      select user_id, row_number() over (order by created_at) as place
      from applications where status = 'approved' order by created_at limit 76
    ), renamed as (
      update users set name = case
        when place = 1 then 'Noor Abendroth'
        when place <= 26 then split_part(name, ' ', 1) || ' Abendroth'
        else 'Noor ' || split_part(name, ' ', 2) end
      from chosen where id = user_id and place <= 51
    )
    update applications set major = 'Glaciology'
    from chosen where applications.user_id = chosen.user_id and place > 51`.execute(db);
}

/** Returns the median of calls made one after the other, in milliseconds, after as many calls to warm up. */
async function measureMedian(
  { program }: Stage,
  cookie: string,
  work: (call: number) => Request,
): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 2 * calls; call += 1) {
    const { address, body } = work(call);
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
    const took = await time(async () => {
      const put = body && { method: 'PUT', body: JSON.stringify(body) };
      const answer = await fetch(program.url + address, { headers, ...put });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
    });
    if (call >= calls) times.push(took);
  }
  return quantile(times);
}

/** Measures the work of organizers and stations with 1,000, 10,000 and 50,000 applications, and the start with the most. */
export async function measureSizes(stage: Stage): Promise<Result[]> {
  const cookie = await createOrganizer(stage);
  const taken = new Map<string, number[]>();
  for (const [at, size] of sizes.entries()) {
    note(`Filling up to ${size.toLocaleString('en')} applications …`);
    await insertApplicants(stage, (sizes[at - 1] ?? 0) + 1, size);
    if (at === 0) await renameSome(stage);
    for (const [work, requests] of Object.entries(await listWorks(stage, size)))
      taken.set(work, [...(taken.get(work) ?? []), await measureMedian(stage, cookie, requests)]);
  }
  const works = [...taken].map(([work, figures]) => {
    const [small = 0, , large = 0] = figures;
    return {
      work,
      ours: `median ${figures.map((figure) => figure.toFixed(1)).join(' · ')} ms`,
      baseline: `at ${sizes.map((size) => size.toLocaleString('en')).join(' · ')}`,
      bar: work.endsWith(atEachSize) ? '' : `at most 1.2 times: ${(large / small).toFixed(2)}`,
      met: work.endsWith(atEachSize) || large <= 1.2 * small,
    };
  });
  return [...works, ...(await measureStart(stage))];
}

/** Measures a start with all applicants, and the memory of the idle program and database. */
async function measureStart(stage: Stage): Promise<Result[]> {
  const took = await stage.restart();
  await pause(10_000);
  return [
    atMost('start with 50,000 applicants', took / 1000, 6, 's'),
    atMost('idle memory of the program', readMemory(stage.program.pid), 160, 'MB'),
    atMost('idle memory of PostgreSQL', await readDatabaseMemory(stage.db), 80, 'MB'),
  ];
}
