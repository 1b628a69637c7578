import { createHash } from 'node:crypto';
import type * as contract from '../../contract/judging/judging.ts';
import type { Score } from '../../contract/judging/judging.ts';
import { weightedTotal } from '../../contract/judging/ranking.ts';
import { limits } from '../../contract/limits.ts';
import type { BodyOf } from '../../contract/platform/endpoint.ts';
import { cleanLine, lineSchema, noteSchema } from '../../contract/platform/text-rules.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockJudge } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import type { SignedInJudge } from '../platform/sessions/sessions.service.ts';
import { areResultsPublished } from '../projects/published-results.service.ts';
import {
  findJudgeOfScore,
  findRepeatedScore,
  findScoreByKey,
  insertComment,
  insertScore,
  insertVoid,
  isPaused,
  type Marks,
  type StoredScore,
  selectCommentsForUser,
  selectScoresOfJudge,
} from './scores.queries.ts';
import {
  endVisit,
  findMovedNumber,
  lockTableNumbers,
  selectConflictsOfJudge,
  selectTableProjects,
} from './tables.queries.ts';

type SubmittedScore = BodyOf<typeof contract.submitScore>;

export function toScore(row: StoredScore): Score {
  return {
    _id: row.id,
    judge_name: row.judgeName,
    team_name: row.teamName,
    team_number: row.teamNumber,
    track: row.track,
    ...(row.prize && { prize: row.prize }),
    scores: row.scores,
    weighted_total: Number(row.total),
    special_categories: row.specialCategories,
    created_at: row.at.toISOString(),
    ...(row.comment && { comment: row.comment }),
    ...(row.voidedAt && {
      voided: { at: row.voidedAt.toISOString(), by: row.voidedBy ?? null, reason: row.voidReason ?? null },
    }),
  };
}

function requireTeam({ team_name: name, team_number: number }: SubmittedScore): {
  name: string;
  number: number;
} {
  const missing = {
    ...(cleanLine(name ?? '') === '' && { team_name: 'is missing' }),
    ...(number == null && { team_number: 'is missing' }),
  };
  if (number == null || 'team_name' in missing) fail('score_missing', { fields: missing });
  const cleaned = lineSchema(limits.judging.tableTeamName).safeParse(name);
  if (!cleaned.success)
    fail('invalid_input', { fields: { team_name: cleaned.error.issues[0]?.message ?? 'is not right' } });
  return { name: cleaned.data, number };
}

/** Returns the marks in the order of `keys`. Throws `invalid_input` unless they have exactly these keys. */
function requireMarks(marks: Marks, keys: readonly string[], field: string): Marks {
  const wrong =
    keys.find((key) => !Object.hasOwn(marks, key)) ?? Object.keys(marks).find((key) => !keys.includes(key));
  if (wrong !== undefined)
    fail('invalid_input', { fields: { [`${field}.${wrong}`]: 'is missing or not known here' } });
  return Object.fromEntries(keys.map((key) => [key, marks[key] ?? 0]));
}

function requireSpecialMarks(
  { event }: Pick<Services, 'event'>,
  { prize }: SignedInJudge,
  { track, special_categories: sent }: SubmittedScore,
): Marks | null {
  if (!sent) return null;
  const known = event.specialCategories.map(({ key }) => key).filter((key) => Object.hasOwn(sent, key));
  if (track !== 'hacker' || prize || known.length === 0)
    fail('invalid_input', { fields: { special_categories: 'is not for this track, or empty' } });
  return requireMarks(sent, known, 'special_categories');
}

function requireComment({ event }: Pick<Services, 'event'>, comment: string): string {
  if (!event.judgeComments) fail('invalid_input', { fields: { comment: 'is not wanted by this event' } });
  const cleaned = noteSchema(limits.text.message).safeParse(comment);
  if (!cleaned.success)
    fail('invalid_input', { fields: { comment: cleaned.error.issues[0]?.message ?? 'is not right' } });
  return cleaned.data;
}

const isEntered = (prize: string, table: number) => (project: { number: number; prizes: string[] }) =>
  project.number === table && project.prizes.includes(prize);

/**
 * Stores a score by the rubric of the track, or of the judge's prize, with the total computed here. A repeat (the same key,
 * or without a key the same body within 30 s) returns the first score and `repeated`. Throws `score_missing`,
 * `invalid_input`, `not_found` for a table that is not entered for the prize, `idempotency_mismatch`, `judging_paused` and
 * `conflict_declared`.
 */
export async function submitScore(
  services: Services,
  judge: SignedInJudge,
  sent: SubmittedScore,
  key: string | null,
): Promise<{ score: Score; repeated: boolean }> {
  const { db, event, now } = services;
  const { name, number } = requireTeam(sent);
  const { prize } = judge;
  const rubric = { track: sent.track, prize };
  const criteria =
    prize === null
      ? event.rubric[sent.track]
      : (listJudgedPrizes(event).find(({ key }) => key === prize)?.criteria ?? fail('not_found'));
  const scores = requireMarks(
    sent.scores,
    criteria.map((criterion) => criterion.key),
    'scores',
  );
  const special = requireSpecialMarks(services, judge, sent);
  const comment = sent.comment ? requireComment(services, sent.comment) : '';
  const body = JSON.stringify([name, number, sent.track, scores, special, ...(comment ? [comment] : [])]);
  const bodyHash = createHash('sha256').update(body).digest();
  return transact(db, async (trx) => {
    if (!(await lockJudge(trx, judge.id))) fail('signed_out');
    const before = key === null ? undefined : await findScoreByKey(trx, judge.id, key);
    if (before && !before.bodyHash.equals(bodyHash)) fail('idempotency_mismatch');
    const since = new Date(now().getTime() - limits.judging.repeatWithin);
    const first =
      before ?? (key === null ? await findRepeatedScore(trx, judge.id, bodyHash, since) : undefined);
    if (first) return { score: toScore(first), repeated: true };
    if (await isPaused(trx)) fail('judging_paused');
    await lockTableNumbers(trx);
    // The judge scored this team before they saw that it has moved: a score goes with its team.
    const table = (await findMovedNumber(trx, name, number)) ?? number;
    if ((await selectConflictsOfJudge(trx, judge.id)).has(table)) fail('conflict_declared');
    if (prize !== null && !(await selectTableProjects(trx)).some(isEntered(prize, table))) fail('not_found');
    const made = await insertScore(trx, {
      judge_id: judge.id,
      judge_name: judge.name,
      idempotency_key: key ?? crypto.randomUUID(),
      body_hash: bodyHash,
      team_name: name,
      team_number: table,
      ...rubric,
      scores: JSON.stringify(scores),
      weights: JSON.stringify(
        Object.fromEntries(criteria.map((criterion) => [criterion.key, criterion.weight])),
      ),
      weighted_total: weightedTotal(criteria, scores),
      special_categories: special && JSON.stringify(special),
      created_at: now(),
    });
    if (comment) await insertComment(trx, made.id, comment);
    await endVisit(trx, judge.id, rubric, table);
    await notifySubscribers(trx, 'scores');
    return { score: toScore({ ...made, comment }), repeated: false };
  });
}

/** Returns the judge's own scores that are not voided, newest first. */
export async function listMyScores({ db }: Pick<Services, 'db'>, judge: SignedInJudge): Promise<Score[]> {
  return (await selectScoresOfJudge(db, judge.id)).map(toScore);
}

/** Returns the comments of judges on a person's table, oldest first; none until the event shows them to teams. */
export async function listMyComments(
  { db, event, now }: Pick<Services, 'db' | 'event' | 'now'>,
  userId: string,
): Promise<{ _id: number; comment: string }[]> {
  const from = event.judgeComments?.teamsFrom;
  if (from === undefined) return [];
  const isShown = from === 'results' ? await areResultsPublished(db) : now() >= new Date(from);
  if (!isShown) return [];
  return selectCommentsForUser(db, userId);
}

/**
 * Voids a score: it stays in the history and no longer counts, so an earlier one of the same judge counts again.
 * Idempotent. Throws `not_found`.
 */
export function voidScore(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, by, reason }: { id: number; by: string; reason: string },
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await findJudgeOfScore(trx, id))) fail('not_found');
    if (!(await insertVoid(trx, { id, by, at: now(), reason }))) return;
    await recordAudit(trx, { actorId: by, action: 'score.voided', subject: String(id), detail: { reason } });
    await notifySubscribers(trx, 'scores');
  });
}

/**
 * Voids a score of the judge's own, such as one of a wrong table. Idempotent. Throws `not_found` for others, and
 * `judging_paused`.
 */
export function withdrawScore(
  { db, now }: Pick<Services, 'db' | 'now'>,
  judge: SignedInJudge,
  id: number,
): Promise<void> {
  return transact(db, async (trx) => {
    await lockJudge(trx, judge.id);
    if ((await findJudgeOfScore(trx, id)) !== judge.id) fail('not_found');
    if (await isPaused(trx)) fail('judging_paused');
    const reason = 'Withdrawn by the judge';
    if (await insertVoid(trx, { id, by: null, at: now(), reason })) await notifySubscribers(trx, 'scores');
  });
}
