import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { insertApplicants } from './applicants.ts';
import { callSubmitScore, createJudges, createOrganizer, type Stage } from './stage.ts';
import { atMost, quantile, type Result, time } from './table.ts';

const [streams, stations, judges] = [200, 10, 20];
const manyStreams = 5000;
const seconds = 20;
const checkpoint = 'swag';

/** Opens live streams. Returns how many were accepted, and a function that closes them. */
async function openStreams({ program }: Stage, cookies: string[], count: number) {
  const agent = new Agent({ keepAlive: false, maxSockets: count });
  const opened = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const cookie = cookies[index % cookies.length]!;
      const request = get(`${program.url}/api/live`, { agent, headers: { cookie } });
      try {
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        response.on('error', () => undefined).resume();
        return { request, accepted: response.statusCode === 200 };
      } catch {
        return { request, accepted: false };
      }
    }),
  );
  return {
    accepted: opened.filter((each) => each.accepted).length,
    close: () => opened.forEach(({ request }) => void request.on('error', () => undefined).destroy()),
  };
}

/** Measures check-ins while applicants have pages open and judges score, then with more open pages than the limit allows. */
export async function measureEventDay(stage: Stage): Promise<Result[]> {
  const { db, program, createCookie } = stage;
  await insertApplicants(stage, 100_001, 103_000, ['approved']);
  const people = await db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'user_id')
    .where('status', '=', 'approved')
    .where('email', 'like', 'person.10%')
    .select('user_id')
    .limit(3000)
    .execute();
  const waiting = people.map(({ user_id }) => user_id);
  const cookies = await Promise.all(waiting.slice(0, manyStreams / 8 + 1).map(createCookie));
  const organizer = await createOrganizer(stage);
  const judgeCookies = await createJudges(stage, judges);

  const checkIn = () =>
    time(async () => {
      const answer = await fetch(`${program.url}/api/applications/check-in`, {
        method: 'POST',
        headers: {
          cookie: organizer,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ userId: waiting.pop(), checkpoint }),
      });
      if (!answer.ok) throw new Error(`a check-in was answered with ${answer.status}`);
    });

  const open = await openStreams(stage, cookies, streams);
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const station = async (index: number) => {
    await pause(index * 100);
    for (; performance.now() < until; await pause(1000)) times.push(await checkIn());
  };
  const judge = async (cookie: string, index: number) => {
    await pause(index * 50);
    for (let n = index; performance.now() < until; n += judges, await pause(1000))
      await callSubmitScore(stage, cookie, 1 + n);
  };
  await Promise.all([
    ...Array.from({ length: stations }, (_, index) => station(index)),
    ...judgeCookies.map(judge),
  ]);
  open.close();

  const many = await openStreams(stage, cookies, manyStreams);
  const alive: number[] = [];
  for (let n = 0; n < 20; n += 1)
    alive.push(await time(() => fetch(`${program.url}/healthz`)), await checkIn());
  many.close();
  const beside = atMost(
    `check-in beside ${streams} live streams, ${stations} stations, ${judges} judges, p95`,
    quantile(times, 0.95),
    50,
    'ms',
    `${open.accepted} streams accepted`,
  );
  return [
    { ...beside, met: beside.met && open.accepted === streams },
    atMost(
      `/healthz and check-in beside ${manyStreams.toLocaleString('en')} streams, worst`,
      Math.max(...alive),
      1000,
      'ms',
      `${many.accepted} streams accepted`,
    ),
  ];
}
