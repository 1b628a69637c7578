import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../e2e/program.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { measureDeadline } from './burst.ts';
import { measureDescriptionSearch } from './description.ts';
import type { Floor } from './floor.ts';
import { measureHostileResumes } from './hostile.ts';
import { measureJudging } from './judging.ts';
import { measureList } from './list.ts';
import { type Recording, record } from './record.ts';
import { measure, measureLatency, openStage, type Stage, seconds, startScript } from './stage.ts';
import { measureStation } from './station.ts';
import { printTable, type Result } from './table.ts';

const { words } = readCommandLine({
  bench: 'Measures the program beside the fastest possible server.',
  'bench list': "Measures the organizers' list only.",
  'bench judging': 'Measures the results of a large event only.',
});
const burstSeconds = Number(process.env.BENCH_BURST_SECONDS ?? 60);
const connections = 10;
const list = '/api/applications?limit=50';
const search = '/api/applications/search?term=ann&status=approved';
const rounded = (value: number) => Math.round(value).toLocaleString('en');
const note = (line: string) => void process.stderr.write(`${line}\n`);

/** Runs a part; when it fails its row says so, and the results of the others are not lost. */
async function runPart(work: string, part: () => Promise<Result[]>): Promise<Result[]> {
  note(`… ${work}`);
  try {
    return await part();
  } catch (error) {
    return [{ work, ours: `FAILED: ${(error as Error).message}`, floor: '', bar: '', met: false }];
  }
}

/** Compares the throughput of the program and of the floor under the same load. */
async function compare(
  work: string,
  [url, floorUrl]: [string, string],
  bar: number,
  load: { headers?: Record<string, string>; bodies?: [string[], string[]] } = {},
): Promise<Result> {
  note(`… ${work}`);
  const [ours, floors] = load.bodies ?? [];
  const common = { connections, seconds, headers: load.headers };
  await measure({ ...common, url, seconds: 1, ...(ours && { bodies: ours.splice(0, 50) }) });
  const program = await measure({ ...common, url, ...(ours && { bodies: ours }) });
  await measure({ ...common, url: floorUrl, seconds: 1, ...(floors && { bodies: floors.splice(0, 50) }) });
  const floor = await measure({ ...common, url: floorUrl, ...(floors && { bodies: floors }) });
  const ratio = program.perSecond / floor.perSecond;
  return {
    work,
    ours: `${rounded(program.perSecond)}/s, p95 ${program.p95} ms${program.bad ? `, ${program.bad} BAD` : ''}`,
    floor: `${rounded(floor.perSecond)}/s${floor.bad ? `, ${floor.bad} BAD` : ''}`,
    bar: `ratio ≥ ${bar}: ${ratio.toFixed(2)}`,
    met: ratio >= bar && program.bad === 0 && floor.bad === 0,
  };
}

async function findActors({ db, createCookie }: Stage) {
  const organizer = await db
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
  return { organizer: await createCookie(organizer.id), hacker: await createCookie(hacker.id) };
}

async function fetchCompressed(url: string) {
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
    documents[address] = await fetchCompressed(stage.program.url + address);
  const floor: Floor = {
    database: stage.database,
    constant: { port: constantPort, documents },
    replay: { port: replayPort, calls },
  };
  const file = path.join(stage.config.dataDir, 'floor.json');
  await writeFile(file, JSON.stringify(floor));
  const child = startScript('floor.ts', [file]);
  await once(child.stdout, 'data');
  return {
    constant: `http://127.0.0.1:${constantPort}`,
    replay: `http://127.0.0.1:${replayPort}`,
    stop: () => child.kill(),
  };
}

/** Returns bodies that check every approved applicant in at a checkpoint. */
function createCheckInBodies(approved: string[], checkpoint: string): string[] {
  return approved.map((userId) => JSON.stringify({ userId, checkpoint }));
}

async function runAll(stage: Stage): Promise<Result[]> {
  note('Creating 10,000 applicants …');
  await stage.fill(10_000);
  const { organizer, hacker } = await findActors(stage);
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
    headers: { cookie: organizer, 'idempotency-key': idempotency },
    payload: { userId, checkpoint: 'saturday-lunch' },
  });
  const repeated = (url: string, cookie: string) => [
    { url, headers: { cookie } },
    { url, headers: { cookie } },
  ];
  const [user, mine, page, checkInCall] = (await record(stage.config, stage.database, [
    repeated('/api/auth/user', hacker),
    repeated('/api/applications/me', hacker),
    repeated(list, organizer),
    [checkIn(one, crypto.randomUUID()), checkIn(other, key)],
  ])) as [Recording, Recording, Recording, Recording];
  const floor = await startFloor(stage, {
    'GET /api/auth/user': user,
    'GET /api/applications/me': mine,
    [`GET ${list}`]: page,
    'POST /api/applications/check-in': {
      ...checkInCall,
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
    await compare('/ from memory, compressed', constant('/'), 0.8, br),
    await compare('/schedule from memory, compressed', constant('/schedule'), 0.8, br),
    await compare('GET /api/auth/user', both('/api/auth/user'), 0.7, { headers: { cookie: hacker } }),
    await compare('GET /api/applications/me', both('/api/applications/me'), 0.7, {
      headers: { cookie: hacker },
    }),
    await compare('list page of 50 at 10,000', both(list), 0.7, { headers: { cookie: organizer } }),
    await compare('POST /api/applications/check-in', both('/api/applications/check-in'), 0.7, {
      headers: { cookie: organizer },
      bodies: [
        createCheckInBodies(approved, 'saturday-lunch'),
        createCheckInBodies(approved, 'saturday-dinner'),
      ],
    }),
  ];
  floor.stop();
  const searched = await measureLatency(stage, search, organizer);
  return [
    ...results,
    {
      work: 'manual search at 10,000',
      ours: `p95 ${searched} ms`,
      floor: '',
      bar: 'p95 < 50 ms',
      met: searched < 50,
    },
    ...(await runPart('search by description', () => measureDescriptionSearch(stage, organizer))),
    ...(await runPart('hostile resumes', () => measureHostileResumes(stage))),
    ...(await runPart('station', () => measureStation(stage, organizer))),
    ...(await runPart('deadline', () => measureDeadline(stage, burstSeconds))),
  ];
}

const part = words[0];

/** Runs everything on one stage, or with `npm run bench -- judging` the results of a large event only. */
async function onStage(): Promise<Result[]> {
  const stage = await openStage();
  try {
    return [
      ...(part === 'judging' ? [] : await runAll(stage)),
      ...(await runPart('judging', () => measureJudging(stage))),
    ];
  } finally {
    await stage.close();
  }
}

// `npm run bench -- list` measures the organizers' list only.
printTable([
  ...(part === 'list' ? [] : await onStage()),
  ...(part === 'judging' ? [] : await runPart('list', measureList)),
]);
