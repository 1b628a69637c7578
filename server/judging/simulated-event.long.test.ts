import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { createRng } from '../operations/seed/random.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createAttendee } from '../testing/attendees.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';

// Two hours of judging with the program's own assignment, on its own clock: 206 registered, half of them there, 10 judges
// who take 3.3 to 4.3 minutes for a table, 3 seconds for each table that they pass, and half a minute for an empty one.
const registered = 206;
const judgeCount = 10;
const minute = 60_000;
const duration = 120 * minute;

let site: TestApp;
let grace: TestActor;
let present: Set<string>;

beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  present = new Set();
  for (let at = 0; at < registered; at += 1) {
    const person = await createAttendee(site, { name: `Person ${at}` });
    if (at % 2 === 1) continue;
    await grace.call('POST', '/applications/check-in', { userId: person.id });
    present.add(person.name);
  }
});
afterEach(() => site.close());

/** Lets the judges work for two hours; returns the suggestions that led to empty tables, and the tables with too few scores. */
async function simulate() {
  const rng = createRng(15);
  const walks = { all: 0, toAbsent: 0 };
  const judges = await Promise.all(
    Array.from({ length: judgeCount }, async (_, at) => ({
      actor: await signInJudge(site),
      pace: 3.3 + (at % 5) * 0.2,
      table: 1,
      freeAt: 0,
      score: undefined as object | undefined,
    })),
  );
  let now = 0;
  for (;;) {
    const judge = judges.reduce((one, other) => (other.freeAt < one.freeAt ? other : one));
    if (judge.freeAt >= duration) break;
    site.advance(judge.freeAt - now);
    now = judge.freeAt;
    if (judge.score) {
      const sent = await judge.actor.call('POST', '/scores', judge.score);
      if (sent.statusCode !== 201) throw new Error(sent.body);
      judge.score = undefined;
    }
    const { next } = (await judge.actor.call('GET', '/judge/next?track=hacker')).json();
    if (!next) {
      judge.freeAt = now + minute;
      continue;
    }
    walks.all += 1;
    const walk = Math.abs(next.teamNumber - judge.table) * 3000;
    judge.table = next.teamNumber;
    if (!present.has(next.teamName)) {
      walks.toAbsent += 1;
      const skipped = { track: 'hacker', teamNumber: next.teamNumber, reason: 'absent' };
      await judge.actor.call('POST', '/judge/skip', skipped);
      judge.freeAt = now + walk + minute / 2;
      continue;
    }
    judge.freeAt = now + walk + (judge.pace + rng.int(3) / 10) * minute;
    judge.score = scoreBody({ team_name: next.teamName, team_number: next.teamNumber });
  }
  const { tables } = (await grace.call('GET', '/judging/progress')).json() as JudgingProgress;
  const real = tables.filter(({ teamName }) => present.has(teamName));
  const few = real.filter(({ judges: scored }) => scored.length < 3).length;
  return { ...walks, real: real.length, few };
}

test('with half of the registered absent no walk leads to an empty table, and at most 20 of 103 tables lack scores', async () => {
  await grace.call('POST', '/judging/tables?who=checked-in');
  const result = await simulate();
  expect(result).toMatchObject({ toAbsent: 0, real: 103 });
  expect(result.few).toBeLessThanOrEqual(20);
});

test('not when everybody registered has a table', async () => {
  await grace.call('POST', '/judging/tables');
  const result = await simulate();
  expect(result.toAbsent).toBeGreaterThan(100);
  expect(result.few).toBeGreaterThan(20);
});
