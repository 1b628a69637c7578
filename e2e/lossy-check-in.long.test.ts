import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listBrokenInvariants } from '../server/operations/doctor/doctor.service.ts';
import { createTestApp, type TestApp } from '../server/testing/app.ts';
import { type LossyProxy, startLossyProxy } from '../server/testing/lossy-proxy.ts';
import { buildStation, listFalseMessages, listGuests, openStations, type Station } from './lossy-check-in.ts';

let site: TestApp;
let proxy: LossyProxy;
let stations: Station[];
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-station-'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  program = await buildStation(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  // Limits as on a real site: the stations must live with them.
  site = await createTestApp({ rateLimitScale: 1 });
  stations = [];
});
afterEach(async () => {
  await Promise.all(stations.map((station) => station.close()));
  await proxy.close();
  await site.close();
});

/**
 * Starts check-in behind a network that loses a tenth of the calls and a fifth of the answers; `offline`: behind one that
 * loses nothing, and is not there until the outage that is returned ends.
 */
async function openDoor(
  people: number,
  count: number,
  { twice, pace, offline = false }: { twice: number; pace: number; offline?: boolean },
) {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  proxy = await startLossyProxy((site.app.server.address() as { port: number }).port, {
    before: offline ? 0 : 0.1,
    after: offline ? 0 : 0.2,
  });
  stations = await openStations(site, await listGuests(site, people), {
    program,
    count,
    twice,
    pace,
    port: proxy.port,
  });
  const outage = offline ? proxy.outage() : undefined;
  for (const station of stations) station.open();
  return outage;
}

/** Waits until the volunteers have read so many messages. */
async function saidAtLeast(count: number): Promise<void> {
  while (stations.reduce((sum, { said }) => sum + said.length, 0) < count) await pause(20);
}
const counted = (result: string) =>
  stations.flatMap((station) => station.said).filter((one) => one.result === result).length;
const allOver = () => Promise.all(stations.map(({ over }) => over.promise));

async function admissions(): Promise<string[]> {
  const rows = site.services.db.selectFrom('check_ins').where('state', '=', 'admitted');
  return (await rows.select('user_id').execute()).map((row) => row.user_id);
}

test('500 people, ten stations, lost calls and answers, two outages, crashes: each is in once, and every last message is true', async () => {
  await openDoor(500, 10, { twice: 6, pace: 120 });
  await saidAtLeast(100);
  const first = proxy.outage();
  await pause(2500);
  // Without a network nothing is said for good, so a crash now takes nothing from a volunteer who has read it.
  await Promise.all(stations.slice(0, 3).map((station) => station.crash()));
  // As long as it takes, on a machine of any speed.
  while (counted('saved') < 200) await pause(20);
  first.over();
  await saidAtLeast(700);
  const second = proxy.outage();
  await pause(5000);
  second.over();
  await allOver();

  expect(await listFalseMessages(site, stations)).toEqual([]);
  const inside = await admissions();
  expect([inside.length, new Set(inside).size]).toEqual([500, 500]);
  expect(await listBrokenInvariants({ db: site.database.db, event: site.services.event })).toEqual([]);
  // It was as bad as it is meant to be.
  for (const [what, least] of [
    ['lost before', 20],
    ['lost after', 40],
    ['outage', 40],
  ] as const)
    expect(proxy.counts[what], what).toBeGreaterThan(least);
});

test('200 people, two stations, no network: all are saved on the devices, and sent once each when it is there', async () => {
  const outage = await openDoor(200, 2, { twice: 0, pace: 40, offline: true });
  while (counted('saved') < 200) await pause(20);
  expect(await admissions()).toEqual([]);
  outage?.over();
  await allOver();
  expect(await listFalseMessages(site, stations)).toEqual([]);
  const inside = await admissions();
  expect([inside.length, new Set(inside).size]).toEqual([200, 200]);
});

test('not without keys: a server that forgets them shows people what is not so', async () => {
  site.app.addHook('preValidation', async (request) => {
    const params = request.params as { key?: string };
    if (params.key) params.key = crypto.randomUUID();
    if (request.headers['idempotency-key']) request.headers['idempotency-key'] = crypto.randomUUID();
  });
  await openDoor(60, 2, { twice: 0, pace: 20 });
  await allOver();
  expect(await listFalseMessages(site, stations)).not.toEqual([]);
});
