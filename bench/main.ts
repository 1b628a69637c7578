import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../e2e/program.ts';
import { deadline } from './burst.ts';
import { byDescription } from './description.ts';
import type { Floor } from './floor.ts';
import { hostile } from './hostile.ts';
import { judging } from './judging.ts';
import { listPages } from './list.ts';
import { type Recording, record } from './record.ts';
import { inProcess, latency, measure, openStage, type Stage, seconds } from './stage.ts';
import { station } from './station.ts';
import { printTable, type Result } from './table.ts';

const burstSeconds = Number(process.env.BENCH_BURST_SECONDS ?? 60);
const connections = 10;
const list = '/api/applications?limit=50';
const search = '/api/applications/search?term=ann&status=approved';
const rounded = (value: number) => Math.round(value).toLocaleString('en');
const note = (line: string) => void process.stderr.write(`${line}\n`);

/** A part that fails is a row that says so: what the others measured is not lost. */
async function unlessItFails(work: string, part: () => Promise<Result[]>): Promise<Result[]> {
  note(`… ${work}`);
  try {
    return await part();
  } catch (error) {
    return [{ work, ours: `FAILED: ${(error as Error).message}`, floor: '', bar: '', kept: false }];
  }
}

/** Throughput of ours and of the floor under the same load. */
async function against(
  work: string,
  [url, floorUrl]: [string, string],
  bar: number,
  load: { headers?: Record<string, string>; bodies?: [string[], string[]] } = {},
): Promise<Result> {
  note(`… ${work}`);
  const [ours, floors] = load.bodies ?? [];
  const common = { connections, seconds, headers: load.headers };
  await measure({ ...common, url, seconds: 1, ...(ours && { bodies: ours.splice(0, 50) }) });
  const mine = await measure({ ...common, url, ...(ours && { bodies: ours }) });
  await measure({ ...common, url: floorUrl, seconds: 1, ...(floors && { bodies: floors.splice(0, 50) }) });
  const floor = await measure({ ...common, url: floorUrl, ...(floors && { bodies: floors }) });
  const ratio = mine.perSecond / floor.perSecond;
  return {
    work,
    ours: `${rounded(mine.perSecond)}/s, p95 ${mine.p95} ms${mine.bad ? `, ${mine.bad} BAD` : ''}`,
    floor: `${rounded(floor.perSecond)}/s${floor.bad ? `, ${floor.bad} BAD` : ''}`,
    bar: `ratio ≥ ${bar}: ${ratio.toFixed(2)}`,
    kept: ratio >= bar && mine.bad === 0 && floor.bad === 0,
  };
}

async function persons({ db, cookieOf }: Stage) {
  const organiser = await db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .select('id')
    .executeTakeFirstOrThrow();
  const hacker = await db
    .selectFrom('applications')
    .where('status', '=', 'approved')
    .orderBy('created_at')
    .select('user_id as id')
    .executeTakeFirstOrThrow();
  return { organiser: await cookieOf(organiser.id), hacker: await cookieOf(hacker.id) };
}

async function compressed(url: string) {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const { headers } = answer;
  const { get } = await import('node:http');
  const base64 = await new Promise<string>((resolve) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('base64')));
    });
  });
  return { type: headers.get('content-type') ?? '', encoding: headers.get('content-encoding') ?? '', base64 };
}

async function startFloor(stage: Stage, calls: Floor['replay']['calls']) {
  const [constantPort, replayPort] = [await freePort(), await freePort()];
  const documents: Floor['constant']['documents'] = {};
  for (const address of ['/', '/schedule'])
    documents[address] = await compressed(stage.program.url + address);
  const floor: Floor = {
    database: stage.database,
    constant: { port: constantPort, documents },
    replay: { port: replayPort, calls },
  };
  const file = path.join(stage.config.dataDir, 'floor.json');
  await writeFile(file, JSON.stringify(floor));
  const child = inProcess('floor.ts', [file]);
  await once(child.stdout, 'data');
  return {
    constant: `http://127.0.0.1:${constantPort}`,
    replay: `http://127.0.0.1:${replayPort}`,
    stop: () => child.kill(),
  };
}

/** Bodies that check everybody who is approved in at a checkpoint. */
function checkIns(approved: string[], checkpoint: string): string[] {
  return approved.map((userId) => JSON.stringify({ userId, checkpoint }));
}

async function run(stage: Stage): Promise<Result[]> {
  note('Inventing 10,000 applicants …');
  await stage.fill(10_000);
  const { organiser, hacker } = await persons(stage);
  const all = await stage.db
    .selectFrom('applications')
    .where('status', '=', 'approved')
    .orderBy('id')
    .select('user_id')
    .execute();
  const approved = all.map(({ user_id }) => user_id);
  const [one, other] = approved.splice(0, 2) as [string, string];
  const key = crypto.randomUUID();
  const checkIn = (userId: string, idempotency: string) => ({
    method: 'POST' as const,
    url: '/api/applications/check-in',
    headers: { cookie: organiser, 'idempotency-key': idempotency },
    payload: { userId, checkpoint: 'saturday-lunch' },
  });
  const read = (url: string, cookie: string) => [
    { url, headers: { cookie } },
    { url, headers: { cookie } },
  ];
  const [user, mine, page, door] = (await record(stage.config, stage.database, [
    read('/api/auth/user', hacker),
    read('/api/applications/me', hacker),
    read(list, organiser),
    [checkIn(one, crypto.randomUUID()), checkIn(other, key)],
  ])) as [Recording, Recording, Recording, Recording];
  const floor = await startFloor(stage, {
    'GET /api/auth/user': user,
    'GET /api/applications/me': mine,
    [`GET ${list}`]: page,
    'POST /api/applications/check-in': {
      ...door,
      varies: { userId: other, key, checkpoint: 'saturday-lunch' },
    },
  });
  const both = (address: string): [string, string] => [stage.program.url + address, floor.replay + address];
  const constant = (address: string): [string, string] => [
    stage.program.url + address,
    floor.constant + address,
  ];
  const br = { headers: { 'accept-encoding': 'br' } };
  const results = [
    await against('/ from memory, compressed', constant('/'), 0.8, br),
    await against('/schedule from memory, compressed', constant('/schedule'), 0.8, br),
    await against('GET /api/auth/user', both('/api/auth/user'), 0.7, { headers: { cookie: hacker } }),
    await against('GET /api/applications/me', both('/api/applications/me'), 0.7, {
      headers: { cookie: hacker },
    }),
    await against('list page of 50 at 10,000', both(list), 0.7, { headers: { cookie: organiser } }),
    await against('POST /api/applications/check-in', both('/api/applications/check-in'), 0.7, {
      headers: { cookie: organiser },
      bodies: [checkIns(approved, 'saturday-lunch'), checkIns(approved, 'saturday-dinner')],
    }),
  ];
  floor.stop();
  const searched = await latency(stage, search, organiser);
  return [
    ...results,
    {
      work: 'manual search at 10,000',
      ours: `p95 ${searched} ms`,
      floor: '',
      bar: 'p95 < 50 ms',
      kept: searched < 50,
    },
    ...(await unlessItFails('search by description', () => byDescription(stage, organiser))),
    ...(await unlessItFails('hostile resumes', () => hostile(stage))),
    ...(await unlessItFails('station', () => station(stage, organiser))),
    ...(await unlessItFails('deadline', () => deadline(stage, burstSeconds))),
  ];
}

const part = process.argv[2];

/** What is measured on one stage: everything, or with `npm run bench -- judging` the results of a large hall alone. */
async function onStage(): Promise<Result[]> {
  const stage = await openStage();
  try {
    return [
      ...(part === 'judging' ? [] : await run(stage)),
      ...(await unlessItFails('judging', () => judging(stage))),
    ];
  } finally {
    await stage.close();
  }
}

// `npm run bench -- list` measures the organisers' list alone.
printTable([
  ...(part === 'list' ? [] : await onStage()),
  ...(part === 'judging' ? [] : await unlessItFails('list', listPages)),
]);
