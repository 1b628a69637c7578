import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../e2e/program.ts';
import type { Baseline } from './baseline.ts';
import type { Measured } from './load.ts';
import { type Recording, record } from './record.ts';
import {
  createOrganizer,
  measure,
  measureLatency,
  type Stage,
  seconds,
  signInApproved,
  startScript,
} from './stage.ts';
import type { Result } from './table.ts';

const connections = 10;
const rounds = 3;
const list = '/api/applications?limit=50';
const search = '/api/applications/search?term=ann&status=approved';
const rounded = (value: number) => Math.round(value).toLocaleString('en');

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Compares the throughput of the program and of the baseline under the same load, in turn: other work disturbs both. */
export async function compare(
  work: string,
  [url, baselineUrl]: [string, string],
  bar: number,
  load: { headers?: Record<string, string>; bodies?: [string[], string[]] } = {},
): Promise<Result> {
  const [ours, baselines] = load.bodies ?? [];
  const common = { connections, seconds, headers: load.headers };
  const program: Measured[] = [];
  const baseline: Measured[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const part = (bodies: string[] | undefined) =>
      bodies && {
        bodies: bodies.splice(0, round === 0 ? 50 : Math.ceil(bodies.length / (rounds + 1 - round))),
      };
    const [one, other] = [
      await measure({ ...common, url, ...part(ours) }),
      await measure({ ...common, url: baselineUrl, ...part(baselines) }),
    ];
    if (round > 0) {
      program.push(one);
      baseline.push(other);
    }
  }
  const ratio = median(program.map(({ perSecond }, round) => perSecond / baseline[round]!.perSecond));
  const bad = [...program, ...baseline].reduce((sum, each) => sum + each.bad, 0);
  return {
    work,
    ours: `${rounded(median(program.map((each) => each.perSecond)))}/s, p95 ${median(program.map((each) => each.p95))} ms${bad ? `, ${bad} BAD` : ''}`,
    baseline: `${rounded(median(baseline.map((each) => each.perSecond)))}/s`,
    bar: `ratio ≥ ${bar}: ${ratio.toFixed(2)}`,
    met: ratio >= bar && bad === 0,
  };
}

/** Returns a compressed page with the headers that every answer of the page carries. */
async function fetchCompressed(url: string): Promise<Baseline['constant']['documents'][string]> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ];
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers;
  return { headers: headers as Record<string, string>, base64: (await buffer(response)).toString('base64') };
}

/** Starts the baseline: the pages at these addresses as constants, and calls that replay their statements. */
export async function startBaseline(
  stage: Stage,
  calls: Baseline['replay']['calls'],
  addresses: string[] = ['/', '/schedule'],
) {
  const [constantPort, replayPort] = [await freePort(), await freePort()];
  const documents: Baseline['constant']['documents'] = {};
  for (const address of addresses) documents[address] = await fetchCompressed(stage.program.url + address);
  const baseline: Baseline = {
    database: stage.database,
    constant: { port: constantPort, documents },
    replay: { port: replayPort, calls },
  };
  const file = path.join(stage.config.dataDir, 'baseline.json');
  await writeFile(file, JSON.stringify(baseline));
  const child = startScript('baseline.ts', [file]);
  await once(child.stdout, 'data');
  return {
    constant: `http://127.0.0.1:${constantPort}`,
    replay: `http://127.0.0.1:${replayPort}`,
    stop: () => child.kill(),
  };
}

function createCheckInBodies(approved: string[], checkpoint: string): string[] {
  return approved.map((userId) => JSON.stringify({ userId, checkpoint }));
}

/** Measures the most frequent calls of visitors, applicants, organizers and stations. */
export async function measureCalls(stage: Stage): Promise<Result[]> {
  const [organizer, hacker] = [await createOrganizer(stage), await signInApproved(stage)];
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
  const baseline = await startBaseline(stage, {
    'GET /api/auth/user': user,
    'GET /api/applications/me': mine,
    [`GET ${list}`]: page,
    'POST /api/applications/check-in': {
      ...checkInCall,
      varies: { userId: other, key, checkpoint: 'saturday-lunch' },
    },
  });
  const both = (address: string): [string, string] => [
    stage.program.url + address,
    baseline.replay + address,
  ];
  const constant = (address: string): [string, string] => [
    stage.program.url + address,
    baseline.constant + address,
  ];
  const br = { headers: { 'accept-encoding': 'br' } };
  const count = ({ statements }: Recording) =>
    `${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}`;
  const results = [
    await compare('/ from memory, compressed', constant('/'), 0.8, br),
    await compare('/schedule from memory, compressed', constant('/schedule'), 0.8, br),
    await compare(`GET /api/auth/user, ${count(user)}`, both('/api/auth/user'), 0.7, {
      headers: { cookie: hacker },
    }),
    await compare(`GET /api/applications/me, ${count(mine)}`, both('/api/applications/me'), 0.7, {
      headers: { cookie: hacker },
    }),
    await compare(`list page of 50 at 10,000, ${count(page)}`, both(list), 0.7, {
      headers: { cookie: organizer },
    }),
    await compare(
      `POST /api/applications/check-in, ${count(checkInCall)}`,
      both('/api/applications/check-in'),
      0.7,
      {
        headers: { cookie: organizer },
        bodies: [
          createCheckInBodies(approved, 'saturday-lunch'),
          createCheckInBodies(approved, 'saturday-dinner'),
        ],
      },
    ),
  ];
  baseline.stop();
  const searched = await measureLatency(stage, search, organizer);
  return [
    ...results,
    {
      work: 'manual search at 10,000',
      ours: `p95 ${searched} ms`,
      baseline: '',
      bar: 'p95 < 50 ms',
      met: searched < 50,
    },
  ];
}
