import { expect } from 'vitest';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { countAnswers, race } from '../testing/races.ts';

race(
  'K19: scores sent three times at once with their keys are saved once each',
  async (site) => {
    const judge = await signInJudge(site);
    const sent = Array.from({ length: 4 }, (_, n) => ({
      body: scoreBody({ team_number: n + 1 }),
      options: { headers: { 'idempotency-key': crypto.randomUUID() } },
    }));
    const answers = await site.together(
      sent.flatMap(({ body, options }) =>
        Array.from({ length: 3 }, () => () => judge.call('POST', '/scores', body, options)),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 8, 201: 4 });
    const saved = site.services.db.selectFrom('scores').select('id').where('judge_id', '=', judge.id);
    expect(await saved.execute()).toHaveLength(4);
  },
  { paused: ['scores'] },
);
