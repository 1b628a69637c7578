import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { defaultEvent } from '../testing/default-event.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { expectInvariants } from '../testing/teams.ts';

const { rubric } = defaultEvent;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('20 judges × 30 scores, each sent three times at once: 600 records, exact totals, whole exports meanwhile', async () => {
  const judges = await Promise.all(Array.from({ length: 20 }, () => signInJudge(site)));
  const reviewer = await signInReviewer(site);
  const before = (await reviewer.call('GET', '/scores')).json().length;
  let exported = Promise.resolve();
  const readExport = async () => {
    const teams = (await reviewer.call('GET', '/scores/export.json')).json();
    for (const {
      judge_breakdown: breakdown,
      avg_total_score: average,
      judge_count: count,
      all_scores: all,
    } of teams) {
      const totals = Object.values<number>(breakdown);
      const tenths = totals.reduce((sum, total) => sum + Math.round(total * 10), 0);
      expect(average).toBe(Math.floor((2 * tenths + count) / (2 * count)) / 10);
      expect(totals).toHaveLength(count);
      expect(new Set(all.map((score: { judge_name: string }) => score.judge_name)).size).toBe(count);
    }
  };
  await Promise.all(
    judges.map(async (who, j) => {
      for (let n = 0; n < 30; n += 1) {
        const track = n % 2 ? ('startup' as const) : ('hacker' as const);
        const vector = [0, 1, 2, 3, 4].map((c) => (j * 7 + n * (c + 3)) % 11);
        const body = scoreBody({ team_number: 1000 + n, track, scores: rubricScores(track, vector) });
        const key = crypto.randomUUID();
        const answers = await Promise.all(
          [1, 2, 3].map(() => who.call('POST', '/scores', body, { headers: { 'idempotency-key': key } })),
        );
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
        const expected = rubric[track]!.reduce((sum, { weight }, c) => sum + weight * vector[c]!, 0);
        for (const answer of answers) expect(Math.round(answer.json().weighted_total * 10)).toBe(expected);
        if (j === 0 && n % 6 === 0) exported = exported.then(readExport);
      }
    }),
  );
  await exported;
  expect((await reviewer.call('GET', '/scores')).json()).toHaveLength(before + 600);
  await readExport();
  await expectInvariants(site);
}, 120_000);
