import type { EnteredProject, PrizeJudging } from '../../contract/judging/prize-judging.ts';
import { weightedTotal } from '../../contract/judging/scoring.ts';
import { limits } from '../../contract/limits.ts';
import { listWebLinks } from '../../contract/platform/web-link.ts';
import type { JudgedPrize } from '../../contract/projects/prizes.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { lockJudge } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import type { SignedInJudge } from '../platform/sessions/sessions.service.ts';
import { selectActiveJudges } from './judges.queries.ts';
import { isPaused } from './judging-admin.queries.ts';
import { requireMarks } from './marks.ts';
import { pickNextTable } from './pick-next-table.ts';
import {
  findPrizeScoreByKey,
  insertPrizeScore,
  selectEnteredProjects,
  selectPrizeScores,
} from './prize-judging.queries.ts';
import { blockRounds } from './table-queues.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

/** Returns the prize that somebody judges. Throws `not_found` for everybody else. */
function requirePrize({ event }: Pick<Needs, 'event'>, judge: SignedInJudge): JudgedPrize {
  return listJudgedPrizes(event).find(({ key }) => key === judge.prize) ?? fail('not_found');
}

interface StoredPrizeScore {
  project: string;
  scores: Record<string, number>;
  total: string;
  at: Date;
}

function toPrizeScore({ project, scores, total, at }: StoredPrizeScore): NonNullable<EnteredProject['mine']> {
  return { project, scores, weighted_total: Number(total), created_at: at.toISOString() };
}

/**
 * Returns the prize of this judge with the projects entered for it. The next one comes from the judge's own share of them,
 * then from those with the fewest scores, the nearest first, as for tables.
 */
export async function getPrizeJudging(services: Needs, judge: SignedInJudge): Promise<PrizeJudging> {
  const { db } = services;
  const { key, label, judgedBy, criteria } = requirePrize(services, judge);
  const projects = await selectEnteredProjects(db, key);
  const scores = await selectPrizeScores(db, key);
  const at = new Map(projects.map(({ id }, index) => [id, index]));
  const own = scores.filter(({ judgeId, project }) => judgeId === judge.id && at.has(project));
  const mine = new Map(own.map((score) => [score.project, score]));
  const judges = (await selectActiveJudges(db)).filter(({ prize }) => prize === key);
  const rounds = blockRounds(projects.length, judges.length, limits.judging.scoresPerTeam);
  const next = pickNextTable({
    tables: projects.length,
    // Every judge of a prize may score every project of it.
    scores: judges.length,
    queue: rounds[judges.findIndex(({ id }) => id === judge.id)] ?? [],
    seen: new Set([...mine.keys()].map((id) => at.get(id)!)),
    counts: projects.map(
      ({ id }) => new Set(scores.flatMap(({ project, judgeId }) => (project === id ? judgeId : []))).size,
    ),
    busy: new Set(),
    absent: new Set(),
    last: at.get(own.at(-1)?.project ?? '') ?? -1,
  });
  return {
    prize: { key, label, judgedBy, rubric: criteria },
    paused: await isPaused(db),
    projects: projects.map((project) => {
      const { id, teamNumber, title, tagline, team } = project;
      const score = mine.get(id);
      const links = listWebLinks(project);
      return { _id: id, teamNumber, title, tagline, team, links, mine: score ? toPrizeScore(score) : null };
    }),
    next: projects[next]?.id ?? null,
  };
}

/**
 * Stores a score with the total computed here; a repeat with the same key returns the first one. Throws `not_found` for a
 * project that is not entered for the judge's prize, `invalid_input`, `idempotency_mismatch`, `judging_paused`.
 */
export async function submitPrizeScore(
  services: Needs,
  judge: SignedInJudge,
  { project, scores }: { project: string; scores: Record<string, number> },
  key: string,
): Promise<NonNullable<EnteredProject['mine']>> {
  const { db, now } = services;
  const prize = requirePrize(services, judge);
  const marks = requireMarks(
    scores,
    prize.criteria.map((criterion) => criterion.key),
    'scores',
  );
  const total = weightedTotal(prize.criteria, marks);
  return transact(db, async (trx) => {
    await lockJudge(trx, judge.id);
    const before = await findPrizeScoreByKey(trx, judge.id, key);
    if (before) {
      const first = toPrizeScore(before);
      const isSame =
        first.project === project &&
        prize.criteria.every((each) => first.scores[each.key] === marks[each.key]);
      return isSame ? first : fail('idempotency_mismatch');
    }
    if (await isPaused(trx)) fail('judging_paused');
    if (!(await selectEnteredProjects(trx, prize.key)).some(({ id }) => id === project)) fail('not_found');
    const at = now();
    await insertPrizeScore(trx, {
      judge_id: judge.id,
      judge_name: judge.name,
      prize: prize.key,
      project_id: project,
      idempotency_key: key,
      scores: JSON.stringify(marks),
      weights: JSON.stringify(Object.fromEntries(prize.criteria.map((each) => [each.key, each.weight]))),
      weighted_total: total,
      created_at: at,
    });
    await notifySubscribers(trx, 'scores');
    return toPrizeScore({ project, scores: marks, total: String(total), at });
  });
}
