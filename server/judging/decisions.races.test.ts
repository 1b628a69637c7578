import { expect } from 'vitest';
import type { Publication } from '../../contract/judging/results.ts';
import { signUpAdmin } from '../testing/actors.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { race, withoutKeyLocks } from '../testing/races.ts';
import { decide } from '../testing/results.ts';

race(
  'of two organizers who decide the same prize at once one is told of the other, and nothing is lost',
  async (site) => {
    const { db } = site.services;
    await db.deleteFrom('result_decisions').execute();
    const judge = await signInJudge(site);
    await judge.call('POST', '/scores', scoreBody({ team_number: 1 }));
    const organizers = [await signUpAdmin(site), await signUpAdmin(site)];
    const seen: Publication = (await organizers[0]!.call('GET', '/results')).json();
    const answers = await site.together(
      organizers.map((who, at) => () => decide(who, seen, 'track:hacker', { places: at + 1 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json().code).toBe('decision_changed');
    const stored = await db
      .selectFrom('result_decisions')
      .select(['revision', 'decision'])
      .executeTakeFirstOrThrow();
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect([stored.revision, stored.decision.places]).toEqual([1, winner + 1]);
  },
  { without: withoutKeyLocks, paused: ['result_decisions'], rateLimitScale: 1000 },
);
