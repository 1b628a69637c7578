import { createHash } from 'node:crypto';
import type * as contract from '../../contract/judging/judging.ts';
import { usualRubric } from '../../contract/judging/judging-tracks.ts';
import { weightedTotal } from '../../contract/judging/ranking.ts';
import { limits } from '../../contract/limits.ts';
import type { BodyOf, ResponseOf } from '../../contract/platform/endpoint.ts';
import { cleanLine, lineSchema, noteSchema } from '../../contract/platform/text-rules.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { areResultsPublished } from '../event/project-switches.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call, HttpCall } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { findSessionToken } from '../platform/sessions/session-cookies.ts';
import { hashToken, type SignedInJudge } from '../platform/sessions/session-holders.ts';
import { lockJudge } from './judges.locks.ts';
import { findJudgeByUsername, updateWaitingScores } from './judges.queries.ts';
import { trackRefusal } from './scores.policy.ts';
import * as queries from './scores.queries.ts';
import {
  endVisit,
  findMovedNumber,
  lockTableNumbers,
  selectAllTables,
  selectConflictsOfJudge,
  selectTableProjects,
} from './tables.queries.ts';
import { requireTrackRubric } from './track-rubrics.ts';

type SubmittedScore = BodyOf<typeof contract.enterPaperScore>;

export function toScore(row: queries.StoredScore): contract.Score {
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
    ...(typeof row.isPaper === 'boolean' && {
      entered: {
        by: row.enteredBy ?? null,
        ...(row.isPaper && { paper: true as const }),
        ...(row.movedFrom && { from: row.movedFrom }),
      },
    }),
    ...(row.voidedAt && {
      voided: { at: row.voidedAt.toISOString(), by: row.voidedBy ?? null, reason: row.voidReason ?? null },
    }),
  };
}

function requireTeam({ team_name: name, team_number: number }: SubmittedScore) {
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
function requireMarks(marks: queries.Marks, keys: readonly string[], field: string): queries.Marks {
  const wrong =
    keys.find((key) => !Object.hasOwn(marks, key)) ?? Object.keys(marks).find((key) => !keys.includes(key));
  if (wrong !== undefined)
    fail('invalid_input', { fields: { [`${field}.${wrong}`]: 'is missing or not known here' } });
  return Object.fromEntries(keys.map((key) => [key, marks[key] ?? 0]));
}

function requireSpecialMarks(
  { event }: Pick<Services, 'event'>,
  { prize }: Pick<SignedInJudge, 'prize'>,
  { track, special_categories: sent }: SubmittedScore,
): queries.Marks | null {
  if (!sent) return null;
  const known = event.specialCategories.map(({ key }) => key).filter((key) => Object.hasOwn(sent, key));
  if (track !== usualRubric || prize || known.length === 0)
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
 * or without a key the same body within 30 s) is answered 200 with the first score. Throws `score_missing`,
 * `invalid_input`, `not_found` for a table that is not entered for the prize, `idempotency_mismatch`, `other_track`,
 * `judging_paused` and `conflict_declared`.
 */
export async function submitScore(
  services: Services,
  { actor, body, key, request, reply }: HttpCall<typeof contract.submitScore>,
): Promise<contract.Score> {
  const isKeyed = request.headers['idempotency-key'] !== undefined;
  const { score, repeated } = await storeScore(services, actor, body, isKeyed ? key : null);
  reply.status(repeated ? 200 : 201);
  return score;
}

/**
 * Stores a judge's marks from paper, marked as such and audited; even while judging is paused. Throws what `submitScore`
 * throws, `not_found` for a removed judge, and `judge_has_conflict`.
 */
export async function enterPaperScore(
  services: Services,
  { actor: { id: by }, params: { username }, body: sent, key }: Call<typeof contract.enterPaperScore>,
): Promise<void> {
  const judge = (await findJudgeByUsername(services.db, username)) ?? fail('not_found');
  await storeScore(services, judge, sent, key, by);
}

/** Stores a score: the judge's own, or entered for them by the organizer `by`. */
export async function storeScore(
  services: Services,
  judge: Omit<SignedInJudge, 'kind'>,
  sent: SubmittedScore,
  key: string | null,
  by?: string,
): Promise<{ score: contract.Score; repeated: boolean }> {
  const { db, event, now } = services;
  const { name, number } = requireTeam(sent);
  const { prize } = judge;
  requireTrackRubric(services, sent.track);
  const rubric = { track: sent.track, prize };
  const criteria =
    prize === null
      ? event.rubric[sent.track]!
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
    if (!(await lockJudge(trx, judge.id))) fail(by ? 'not_found' : 'signed_out');
    const before = key === null ? undefined : await queries.findScoreByKey(trx, judge.id, key);
    if (before && !before.bodyHash.equals(bodyHash)) fail('idempotency_mismatch');
    const since = new Date(now().getTime() - limits.judging.repeatWithin);
    const first =
      before ?? (key === null ? await queries.findRepeatedScore(trx, judge.id, bodyHash, since) : undefined);
    if (first) return { score: toScore(first), repeated: true };
    failIf(trackRefusal(judge, sent.track));
    if (!by && (await queries.isPaused(trx))) fail('judging_paused');
    await lockTableNumbers(trx);
    // The judge scored this team before seeing that it has moved: a score goes with its team.
    const table = (await findMovedNumber(trx, name, number)) ?? number;
    const scored = (await selectAllTables(trx)).find(({ number }) => number === table);
    if (scored && prize === null) failIf(trackRefusal(judge, scored.track));
    const hasConflict = (await selectConflictsOfJudge(trx, judge.id)).has(table);
    if (hasConflict && by) fail('judge_has_conflict', { values: { judge: judge.name, number: table } });
    if (hasConflict) fail('conflict_declared');
    if (prize !== null && !(await selectTableProjects(trx)).some(isEntered(prize, table))) fail('not_found');
    const made = await queries.insertScore(trx, {
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
    if (comment) await queries.insertComment(trx, made.id, comment);
    await endVisit(trx, judge.id, rubric, table);
    if (by) {
      await queries.insertEntry(trx, { score_id: made.id, entered_by: by, is_paper: true, moved_from: null });
      await recordAudit(trx, by, 'score.entered', judge.username, { table, total: Number(made.total) });
    }
    await notifySubscribers(trx, 'scores');
    return { score: toScore({ ...made, comment }), repeated: false };
  });
}

/** Stores how many scores are waiting on a judge's device. */
export function reportWaitingScores(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { body: { waiting }, request }: HttpCall<typeof contract.reportWaitingScores>,
): Promise<void> {
  const token = findSessionToken(config, 'judge', request);
  return transact(db, async (trx) => {
    const isChanged = token && (await updateWaitingScores(trx, hashToken(token), waiting));
    if (isChanged) await notifySubscribers(trx, 'judging');
  });
}

/** Returns the judge's own valid scores, newest first. */
export async function listMyScores(
  { db }: Pick<Services, 'db'>,
  { actor: judge }: Call<typeof contract.listMyScores>,
): Promise<contract.Score[]> {
  return (await queries.selectScoresOfJudge(db, judge.id)).map(toScore);
}

/** Returns judges' comments on a person's table, oldest first; none until the event shows them to teams. */
export async function listMyComments(
  { db, event, now }: Pick<Services, 'db' | 'event' | 'now'>,
  { actor: { id: userId } }: Call<typeof contract.listMyComments>,
): Promise<{ _id: number; comment: string }[]> {
  const from = event.judgeComments?.teamsFrom;
  if (from === undefined) return [];
  const isShown = from === 'results' ? await areResultsPublished(db) : now() >= new Date(from);
  if (!isShown) return [];
  return queries.selectCommentsForUser(db, userId);
}

/**
 * Voids a score: it stays in the history but no longer counts, so the judge's previous one counts again. Idempotent. Throws
 * `not_found`.
 */
export function voidScore(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor: { id: by }, params: { id }, body: { reason } }: Call<typeof contract.voidScore>,
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await queries.findJudgeOfScore(trx, id))) fail('not_found');
    if (!(await queries.insertVoid(trx, { id, by, at: now(), reason }))) return;
    await recordAudit(trx, by, 'score.voided', String(id), { reason });
    await notifySubscribers(trx, 'scores');
  });
}

/**
 * Moves scores to the right tables, all or none: each is voided, and a copy with its time and comment counts there. It
 * never replaces a judge's later score of the right table. Returns how many were moved; voided scores, and those already
 * there, are left alone. Throws `judge_has_conflict`, `other_rubric` and `table_scored_twice`.
 */
export function moveScores(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor: { id: by }, body: { moves } }: Call<typeof contract.moveScores>,
): Promise<ResponseOf<typeof contract.moveScores>> {
  return transact(db, async (trx) => {
    const targets = new Map(moves.map(({ id, to }) => [id, to]));
    const seen = await queries.selectScoresToMove(trx, [...targets.keys()]);
    for (const judgeId of [...new Set(seen.map((score) => score.judgeId))].sort())
      await lockJudge(trx, judgeId);
    await lockTableNumbers(trx);
    const wanted = (await queries.selectScoresToMove(trx, [...targets.keys()]))
      .map((score) => ({ ...score, to: targets.get(score.id)! }))
      .filter(({ teamNumber, to }) => teamNumber !== to);
    const moved: typeof wanted = [];
    for (const score of wanted)
      if (
        await queries.insertVoid(trx, { id: score.id, by, at: now(), reason: `Moved to table ${score.to}` })
      )
        moved.push(score);
    const tables = new Map((await selectAllTables(trx)).map((table) => [table.number, table]));
    const projects = await selectTableProjects(trx);
    for (const { judgeId, judgeName, track, prize, to } of moved) {
      const values = { judge: judgeName, number: to };
      const isOfRubric =
        prize === null ? (tables.get(to)?.track ?? track) === track : projects.some(isEntered(prize, to));
      if (!isOfRubric) fail('other_rubric', { values });
      if ((await selectConflictsOfJudge(trx, judgeId)).has(to)) fail('judge_has_conflict', { values });
      if (await queries.hasScored(trx, { judgeId, prize }, to)) fail('table_scored_twice', { values });
    }
    for (const { id, judgeId, track, prize, to } of moved) {
      await queries.insertMovedScore(trx, { id, to, name: tables.get(to)?.name, by });
      await endVisit(trx, judgeId, { track, prize }, to);
    }
    if (moved.length === 0) return { success: true, moved: 0 };
    const detail = { moves: moved.map(({ username: judge, teamNumber: from, to }) => ({ judge, from, to })) };
    await recordAudit(trx, by, 'scores.moved', 'scores', detail);
    await notifySubscribers(trx, 'scores');
    return { success: true, moved: moved.length };
  });
}

/**
 * Voids one of the judge's own scores, for example of a wrong table. Idempotent. Throws `not_found` for others, and
 * `judging_paused`.
 */
export function withdrawScore(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor: judge, params: { id } }: Call<typeof contract.withdrawScore>,
): Promise<void> {
  return transact(db, async (trx) => {
    await lockJudge(trx, judge.id);
    if ((await queries.findJudgeOfScore(trx, id)) !== judge.id) fail('not_found');
    if (await queries.isPaused(trx)) fail('judging_paused');
    const reason = 'Withdrawn by the judge';
    if (await queries.insertVoid(trx, { id, by: null, at: now(), reason }))
      await notifySubscribers(trx, 'scores');
  });
}
