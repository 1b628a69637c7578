import { setTimeout as pause } from 'node:timers/promises';
import { openEventStream } from '../../server/testing/event-stream.ts';
import { Instances } from './instances.ts';
import { Load } from './load.ts';
import { findLosses } from './verify.ts';

/**
 * Kills one of three instances under load and starts it again. Returns what is wrong, how many writes were acknowledged, and
 * the longest time, in milliseconds, until a page of another instance was notified of one.
 */
export async function killOneInstance(): Promise<{ wrong: string[]; acknowledged: number; slowest: number }> {
  const instances = new Instances();
  const load = new Load(instances);
  try {
    await instances.start(3, { RATE_LIMIT_SCALE: '1000' });
    await load.prepare(250);
    load.start(10, 200);
    const delays: number[] = [];
    const measure = async () => {
      for (let time = 0; time < 5; time += 1) delays.push(await measureNotification(instances));
    };
    await measure();
    await instances.stopInstance(instances.urls[0]!, 'SIGKILL');
    await measure();
    await instances.startInstance();
    await measure();
    await load.finish();
    const slowest = Math.round(Math.max(...delays));
    return {
      wrong: [
        ...(await findLosses(instances, load)),
        ...(slowest > 2000 ? [`another instance was notified after ${slowest} ms only`] : []),
      ],
      acknowledged: load.journal.length,
      slowest,
    };
  } finally {
    await instances.stop();
  }
}

/** Returns the milliseconds from one instance's answer, when a member has joined a team, to the event on a page of another. */
async function measureNotification(instances: Instances): Promise<number> {
  const [leader, member] = await instances.createUsers(2);
  const [first, second] = instances.urls;
  const post = (who: { cookie: string }, path: string, body: unknown) =>
    fetch(`${first}/api${path}`, {
      method: 'POST',
      headers: { cookie: who.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post(leader!, '/teams', { name: `Team ${crypto.randomUUID().slice(0, 8)}` });
  const { inviteCode } = (await made.json()) as { inviteCode: string };
  const stream = await openEventStream(second!, leader!);
  // The stream's first event is not an update.
  await pause(300);
  const before = stream.heard.length;
  const answer = await post(member!, '/teams/join', { inviteCode });
  if (!answer.ok) throw new Error(`A team could not be joined: ${answer.status}`);
  const answered = performance.now();
  while (stream.heard.length === before && performance.now() - answered < 10_000) await pause(5);
  stream.stop();
  return performance.now() - answered;
}
