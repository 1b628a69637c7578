import { setTimeout as pause } from 'node:timers/promises';
import { readMemory } from './memory.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { atMost, type Result } from './table.ts';

const requestsPerSecond = 60;
const warmUpSeconds = 180;
const seconds = 720;
const usersMinute = 20 * 60;

function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [middleX, middleY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}

/**
 * Measures whether the program's memory grows while it answers 60 mixed requests a second for 12 minutes; the first 3
 * minutes do not count. The bar, 1 MB a minute, is for 20 requests a second.
 */
export async function measureGrowth(stage: Stage): Promise<Result[]> {
  const { db, program, createCookie } = stage;
  const organizer = await createOrganizer(stage);
  const approved = await db
    .selectFrom('applications')
    .where('status', '=', 'approved')
    .select('user_id')
    .limit(300)
    .execute();
  const applicants = await Promise.all(approved.map(({ user_id }) => createCookie(user_id)));
  const applicant = (call: number) => applicants[call % applicants.length]!;
  const kinds: ((call: number) => [path: string, cookie: string, body?: object])[] = [
    () => ['/', ''],
    () => ['/schedule', ''],
    (call) => ['/api/auth/user', applicant(call)],
    (call) => ['/api/applications/me', applicant(call)],
    (call) => [`/api/applications?limit=50&offset=${call % 5000}`, organizer],
    (call) => [`/api/applications/search?status=approved&term=${call % 1000}`, organizer],
    (call) => [
      '/api/applications/check-in',
      organizer,
      { userId: approved[call % approved.length]!.user_id },
    ],
    (call) => ['/api/teams', applicant(call), { name: `Growth ${call}` }],
    () => ['/api/nothing', ''],
  ];
  const send = async (call: number): Promise<boolean> => {
    const [path, cookie, body] = kinds[call % kinds.length]!(Math.floor(call / kinds.length));
    const answer = await fetch(program.url + path, {
      headers: {
        cookie,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status < 500;
  };
  const started = performance.now();
  const points: [requests: number, megabytes: number][] = [];
  let [sent, failed] = [0, 0];
  while (performance.now() - started < seconds * 1000) {
    const until = started + ((sent + requestsPerSecond) / requestsPerSecond) * 1000;
    const turn = Array.from({ length: requestsPerSecond }, (_, index) => send(sent + index));
    const answers = await Promise.all(turn);
    failed += answers.filter((isServed) => !isServed).length;
    sent += requestsPerSecond;
    if (sent > warmUpSeconds * requestsPerSecond) points.push([sent, readMemory(program.pid)]);
    await pause(Math.max(0, until - performance.now()));
  }
  const growth = atMost(
    `memory while ${sent.toLocaleString('en')} requests are answered, a minute at 20/s`,
    slope(points) * usersMinute,
    1,
    'MB',
    `${Math.round(points.at(-1)![1])} MB at the end, ${failed} answers with 5xx`,
  );
  return [{ ...growth, met: growth.met && failed === 0 }];
}
