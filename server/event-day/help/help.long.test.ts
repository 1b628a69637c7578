import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HelpQueue } from '../../../contract/event-day/help.ts';
import { buildApp } from '../../app.ts';
import { signUp, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';

const [people, mentors, asked] = [500, 30, 300];
const topics = ['Software', 'Hardware', 'Design', 'Pitch'];

/** Lets a person call one of the instances at random, another one while one of them ends. */
function createCaller(instances: readonly TestApp[], { cookie }: TestActor): TestActor['call'] {
  return async (...sent) => {
    for (;;) {
      const instance = instances[Math.floor(Math.random() * instances.length)]!;
      const answer = await withCookie(instance, cookie).call(...sent);
      if (answer.statusCode < 500) return answer;
    }
  };
}

test('of 300 requests of 500 people each is seen by the mentors, claimed by one of 30, and none is lost, at three instances of which one ends', async ({
  annotate,
}) => {
  const site = await createTestApp();
  try {
    site.services.event.help = { topics };
    const hackers: TestActor[] = [];
    for (let n = 0; n < people; n += 1) {
      const hacker = await signUp(site);
      await createApplicant(site, hacker);
      hackers.push(hacker);
    }
    const helpers: TestActor[] = [];
    for (let n = 0; n < mentors; n += 1) {
      helpers.push(await signUp(site, { name: `Mentor ${n}`, role: 'mentor' }));
    }
    const others = [
      await buildApp({ ...site.services }, { dist: '' }),
      await buildApp({ ...site.services }, { dist: '' }),
    ];
    const instances = [site, ...others.map((app) => ({ ...site, app }))];
    for (const actor of [...hackers, ...helpers]) actor.call = createCaller(instances, actor);
    const askedAt = new Map<string, number>();
    const seenAt = new Map<string, number>();
    const claims: string[] = [];
    let refused = 0;
    const helpUntilDone = async (mentor: TestActor) => {
      const move = async (id: string, state: string) =>
        (await mentor.call('POST', `/help/requests/${id}/state`, { state })).statusCode;
      while (claims.length < asked) {
        const { requests }: HelpQueue = (await mentor.call('GET', '/help/queue')).json();
        for (const { _id } of requests) if (!seenAt.has(_id)) seenAt.set(_id, performance.now());
        // Everybody wants the one that waits longest.
        const next = requests.find((request) => !request.mentor);
        const status = next ? await move(next._id, 'claimed') : 0;
        if (status === 409) refused += 1;
        if (next && status === 200) {
          claims.push(next._id);
          await sleep(20);
          expect(await move(next._id, 'solved')).toBe(200);
        } else await sleep(100);
      }
    };
    // The whole hour in some seconds: everybody who asks does so within eight.
    const askOnce = async (hacker: TestActor, at: number) => {
      await sleep(Math.random() * 8000);
      const id = crypto.randomUUID();
      askedAt.set(id, performance.now());
      const body = { topic: topics[at % topics.length], text: `It hangs ${at}`, location: `Table ${at}` };
      // A station that gets no answer sends it again.
      for (let tries = 0; tries < 2; tries += 1)
        expect((await hacker.call('PUT', `/help/requests/${id}`, body)).statusCode).toBe(200);
      expect((await hacker.call('GET', '/help/mine')).statusCode).toBe(200);
    };
    const endOne = async () => {
      await sleep(4000);
      instances.pop();
      await others.pop()?.close();
    };
    await Promise.all([...hackers.slice(0, asked).map(askOnce), ...helpers.map(helpUntilDone), endOne()]);
    await others.pop()?.close();
    expect([claims.length, new Set(claims).size]).toEqual([asked, asked]);
    const { rows } = await site.database.pool.query(
      "select count(*)::int as count from help_requests where state = 'solved' and mentor_id is not null",
    );
    expect(rows).toEqual([{ count: asked }]);
    expect(refused).toBeGreaterThan(0);
    const waits = [...askedAt].map(([id, at]) => (seenAt.get(id) ?? Infinity) - at).sort((a, b) => a - b);
    expect(waits.filter((wait) => wait === Infinity)).toEqual([]);
    // How long they wait depends on what runs beside this; alone on two cores the bar is 2 s.
    await annotate(
      `Seen after ${[0.5, 0.99].map((part) => Math.round(waits[Math.floor(asked * part)]!)).join(', ')} ms`,
    );
  } finally {
    await site.close();
  }
});
