import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../e2e/program.ts';
import type { Baseline } from './baseline.ts';
import type { Measured } from './load.ts';
import { countStatements, record } from './record.ts';
import {
  createOrganizer,
  measure,
  measureLatency,
  type Stage,
  seconds,
  signInApproved,
  startScript,
} from './stage.ts';
import { atMost, quantile, type Result } from './table.ts';

const connections = 10;
const rounds = 3;
const list = '/api/applications?limit=50';
const search = '/api/applications/search?term=ann&status=approved';
const rounded = (value: number) => Math.round(value).toLocaleString('en');

/**
 * Compares the throughput of the program and of the baseline under the same load. They take turns, so that other work on the
 * machine disturbs both alike.
 */
async function compare(
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
  const ratio = quantile(program.map(({ perSecond }, round) => perSecond / baseline[round]!.perSecond));
  const bad = [...program, ...baseline].reduce((sum, each) => sum + each.bad, 0);
  return {
    work,
    ours: `${rounded(quantile(program.map((each) => each.perSecond)))}/s, p95 ${quantile(program.map((each) => each.p95))} ms${bad ? `, ${bad} BAD` : ''}`,
    baseline: `${rounded(quantile(baseline.map((each) => each.perSecond)))}/s`,
    bar: `ratio ≥ ${bar}: ${ratio.toFixed(2)}`,
    met: ratio >= bar && bad === 0,
  };
}

/** Returns a compressed page with the headers that the program sends with it. */
async function fetchCompressed(url: string): Promise<Baseline['constant']['documents'][string]> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ];
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers;
  return { headers: headers as Record<string, string>, base64: (await buffer(response)).toString('base64') };
}

/** Starts the baseline: the public pages as constants, and calls that replay their statements. */
async function startBaseline(stage: Stage, calls: Baseline['replay']['calls']) {
  const [constantPort, replayPort] = [await freePort(), await freePort()];
  const documents: Baseline['constant']['documents'] = {};
  for (const address of ['/', '/schedule'])
    documents[address] = await fetchCompressed(stage.program.url + address);
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

const createCheckInBodies = (approved: string[], checkpoint: string) =>
  approved.map((userId) => JSON.stringify({ userId, checkpoint }));

export async function measureCalls(stage: Stage): Promise<Result[]> {
  const [organizer, hacker] = [await createOrganizer(stage), await signInApproved(stage)];
  const all = stage.db.selectFrom('applications').where('status', '=', 'approved').orderBy('id');
  const approved = (await all.select('user_id').execute()).map(({ user_id }) => user_id);
  const [one, other] = approved.splice(0, 2) as [string, string];
  const key = crypto.randomUUID();
  const checkIn = (userId: string, idempotency: string) => ({
    method: 'POST' as const,
    url: '/api/applications/check-in',
    headers: { cookie: organizer, 'idempotency-key': idempotency },
    payload: { userId, checkpoint: 'saturday-lunch' },
  });
  const reads = { '/api/auth/user': hacker, '/api/applications/me': hacker, [list]: organizer };
  const repeated = Object.entries(reads).map(([url, cookie]) => Array(2).fill({ url, headers: { cookie } }));
  const checkIns = [checkIn(one, crypto.randomUUID()), checkIn(other, key)];
  const [checkInCall, ...readCalls] = await record(stage.config, stage.database, [checkIns, ...repeated]);
  const baseline = await startBaseline(stage, {
    ...Object.fromEntries(Object.keys(reads).map((url, at) => [`GET ${url}`, readCalls[at]!])),
    'POST /api/applications/check-in': {
      ...checkInCall!,
      varies: { userId: other, key, checkpoint: 'saturday-lunch' },
    },
  });
  const beside = (url: string, address: string): [string, string] => [
    stage.program.url + address,
    url + address,
  ];
  const results: Result[] = [];
  for (const address of ['/', '/schedule'])
    results.push(
      await compare(`${address} from memory, compressed`, beside(baseline.constant, address), 0.8, {
        headers: { 'accept-encoding': 'br' },
      }),
    );
  for (const [address, cookie] of Object.entries(reads))
    results.push(
      await compare(`GET ${address}`, beside(baseline.replay, address), 0.7, { headers: { cookie } }),
    );
  const checkInAddress = '/api/applications/check-in';
  results.push(
    await compare(`POST ${checkInAddress}`, beside(baseline.replay, checkInAddress), 0.7, {
      headers: { cookie: organizer },
      bodies: [
        createCheckInBodies(approved, 'saturday-lunch'),
        createCheckInBodies(approved, 'saturday-dinner'),
      ],
    }),
  );
  baseline.stop();
  const searched = await measureLatency(stage, search, organizer);
  results.push(atMost('manual search at 10,000, p95', searched, 50, 'ms'));
  return [...results, ...(await countStatements(stage.config, stage.database))];
}
