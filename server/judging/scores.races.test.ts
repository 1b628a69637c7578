import { RawNode } from 'kysely';
import { expect } from 'vitest';
import type { TeamAggregate } from '../../contract/judging/judging.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import type { TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { countAnswers, race, rewriteStatements } from '../testing/races.ts';

const withKey = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });

race(
  'scores sent three times at once with their keys are saved once each',
  async (site) => {
    const judge = await signInJudge(site);
    const sent = Array.from({ length: 4 }, (_, n) => ({
      body: scoreBody({ team_number: n + 1 }),
      options: withKey(),
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

const reviewers = new WeakMap<TestApp, Promise<TestActor>>();

async function exportTeams(site: TestApp): Promise<TeamAggregate[]> {
  const reviewer = reviewers.get(site) ?? signInReviewer(site);
  reviewers.set(site, reviewer);
  return (await (await reviewer).call('GET', '/scores/export.json')).json();
}

/** Rewrites a part of the statement that computes the results. */
const rewriteResults = (from: string, to: string) =>
  rewriteStatements((node) =>
    RawNode.is(node)
      ? { ...node, sqlFragments: node.sqlFragments.map((text) => text.replace(from, to)) }
      : node,
  );

race(
  'of ten scores for one team at once the one with the greatest id counts',
  async (site) => {
    const judge = await signInJudge(site);
    // All at one moment of the program's clock.
    const moment = site.services.now();
    site.services.now = () => moment;
    const answers = await site.together([
      ...Array.from({ length: 10 }, (_, mark) => () => {
        const scores = rubricScores('hacker', [mark, mark, mark, mark, mark]);
        return judge.call('POST', '/scores', scoreBody({ team_number: 1, scores }), withKey());
      }),
    ]);
    expect(countAnswers(answers)).toEqual({ 201: 10 });
    const scores = answers.map((answer) => answer.json<{ _id: number; weighted_total: number }>());
    const last = scores.reduce((one, other) => (other._id > one._id ? other : one));
    const [team] = await exportTeams(site);
    expect(team?.judge_breakdown[judge.name]).toBe(last.weighted_total);
  },
  // The time of a score can tie.
  { paused: ['scores'], without: rewriteResults('judge_id, id desc', 'judge_id, created_at desc') },
);

/** Lets the averages of a results statement come from a later moment than its scores. */
async function withLaterAverages({ services, database }: TestApp): Promise<void> {
  await database.changeSchema(`create function later_average(team int) returns numeric language plpgsql volatile as $$
    begin
      perform pg_sleep(0.03);
      return (select avg(weighted_total) from (
        select distinct on (judge_id) weighted_total from scores where team_number = team
        order by judge_id, id desc) as latest);
    end $$`);
  const average = 'round(avg(weighted_total), 1)';
  services.db = services.db.withPlugin(rewriteResults(average, 'round(later_average(team_number), 1)'));
}

race(
  'an export during submissions agrees within itself',
  async (site) => {
    const judges = await Promise.all([1, 2, 3, 4].map(() => signInJudge(site)));
    await exportTeams(site);
    const exports: Promise<TeamAggregate[]>[] = [];
    // One score after the other per judge, so that some are saved while an export is read.
    const answers = await Promise.all(
      judges.map(async (judge, at) => {
        const given: Awaited<ReturnType<typeof judge.call>>[] = [];
        for (const mark of [1, 2, 3]) {
          exports.push(exportTeams(site));
          const scores = rubricScores('hacker', [mark, at, mark, at, mark]);
          given.push(await judge.call('POST', '/scores', scoreBody({ team_number: 1, scores }), withKey()));
        }
        return given;
      }),
    );
    expect(countAnswers(answers.flat())).toEqual({ 201: 12 });
    for (const teams of await Promise.all(exports))
      for (const team of teams) {
        const totals = Object.values(team.judge_breakdown);
        const tenths = totals.reduce((sum, total) => sum + Math.round(total * 10), 0);
        expect(totals).toHaveLength(team.judge_count);
        expect(new Set(team.all_scores.map((score) => score.judge_name)).size).toBe(team.judge_count);
        expect(team.avg_total_score).toBe(
          Math.floor((2 * tenths + team.judge_count) / (2 * team.judge_count)) / 10,
        );
      }
  },
  { without: withLaterAverages },
);

race(
  'a moved score never replaces the one that its judge sends at that moment',
  async (site) => {
    const [judge, organizer] = [await signInJudge(site), await signUpAdmin(site, 'Grace Hopper')];
    const send = (table: number, mark: number) => {
      const scores = rubricScores('hacker', [mark, mark, mark, mark, mark]);
      return judge.call('POST', '/scores', scoreBody({ team_number: table, scores }), withKey());
    };
    const { _id: id } = (await send(1, 2)).json();
    const move = () => organizer.call('POST', '/judging/scores/move', { moves: [{ id, to: 2 }] });
    await site.together([move, () => send(2, 9)]);
    const mine = (await judge.call('GET', '/scores/mine')).json();
    expect(mine.find(({ team_number }: { team_number: number }) => team_number === 2).weighted_total).toBe(
      90,
    );
  },
  { paused: ['table_visits', 'scores alone'] },
);
