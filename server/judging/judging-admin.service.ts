import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type * as contract from '../../contract/judging/judging-admin.ts';
import { listTrackRubrics } from '../../contract/judging/judging-tracks.ts';
import { limits } from '../../contract/limits.ts';
import type { ResponseOf } from '../../contract/platform/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { selectActiveJudges } from './judges.queries.ts';
import * as queries from './judging-admin.queries.ts';
import { computePace, isBehind } from './judging-pace.ts';
import { isPaused, upsertPaused } from './scores.queries.ts';
import {
  type AdminTableRow,
  countUnnumbered,
  hasCheckIns,
  selectAdminTables,
} from './table-admin.queries.ts';
import { blockRounds, listRubricJudges } from './table-queues.ts';
import { selectTableProjects } from './tables.queries.ts';
import { listCategoryProgress } from './team-results.service.ts';

const { visit: visitLasts, absentFor, scoresPerTeam } = limits.judging;

type Visits = Awaited<ReturnType<typeof queries.selectRecentVisits>>;
const toTableKey = ({ track, teamNumber }: { track: string; teamNumber: number }) => `${track} ${teamNumber}`;

function byTable(
  tables: readonly AdminTableRow[],
  scored: readonly queries.JudgeActivityRow[],
  visits: Visits,
  anybodyIn: boolean,
  scoreIds: Awaited<ReturnType<typeof queries.selectScoreIds>>,
): contract.TableProgress[] {
  const names = Map.groupBy(scored, toTableKey);
  const ids = Map.groupBy(scoreIds, toTableKey);
  const empty = new Set(visits.filter(({ state }) => state === 'absent').map(toTableKey));
  const known = new Set(tables.map(toTableKey));
  const stray = [...names].filter(([at]) => !known.has(at)).map(([, [first]]) => first!);
  return [
    ...tables.map((table) => ({ ...table, known: true })),
    ...stray.map((one) => ({ ...one, known: false, retired: false, present: true, title: null, area: null })),
  ]
    .map(({ teamNumber, teamName, track, known: isKnown, retired, present, title, area }) => {
      const at = toTableKey({ track, teamNumber });
      const judges = (names.get(at) ?? []).map(({ judgeName }) => judgeName).sort();
      return {
        teamNumber,
        teamName,
        track,
        known: isKnown,
        judges,
        scores: (ids.get(at) ?? []).map(({ id }) => id),
        ...(title && { title }),
        ...(area && { area }),
        absent: judges.length === 0 && empty.has(at),
        ...(retired && { retired: true as const }),
        ...(anybodyIn && !present && { unattended: true as const }),
      };
    })
    .sort((a, b) => a.teamNumber - b.teamNumber);
}

interface JudgeFacts {
  scored: readonly queries.JudgeActivityRow[];
  visits: Visits;
  conflicts: readonly { username: string }[];
  signs: ReadonlyMap<string, Date | null>;
  countTables: (rubric: { prize: string | null; track: JudgingTrack }) => number;
  /** The track of a judge without a score. */
  usual: JudgingTrack;
}

/**
 * Returns the judges with their progress, each compared with the judges of the same track or prize, or who have also scored in
 * several tracks. The share is what their own pages count: their queues in the tracks that they score, or all tables entered
 * for their prize.
 */
function byJudge(
  judges: Awaited<ReturnType<typeof selectActiveJudges>>,
  { scored, visits, conflicts, signs, countTables, usual }: JudgeFacts,
): contract.JudgeProgress[] {
  const byId = Map.groupBy(scored, ({ judgeId }) => judgeId);
  const going = new Map(
    visits.filter(({ state }) => state === 'going').map(({ judgeId, teamNumber }) => [judgeId, teamNumber]),
  );
  const begun = Math.min(...scored.map(({ at }) => at.getTime()));
  const tracks = new Set([
    usual,
    ...judges.flatMap(({ track }) => track ?? []),
    ...scored.map(({ track }) => track),
  ]);
  const queues = new Map(
    [...tracks].map((track) => {
      const rubric = { track, prize: null };
      const ofTrack = listRubricJudges(judges, rubric);
      const rounds = blockRounds(countTables(rubric), ofTrack.length, scoresPerTeam);
      return [track, new Map(ofTrack.map(({ id }, at) => [id, rounds[at]!.length]))];
    }),
  );
  const listed = judges.map((judge) => {
    const scores = byId.get(judge.id) ?? [];
    const seen = Map.groupBy(scores, ({ track }) => track);
    const own = judge.track ? [judge.track] : seen.size > 0 ? [...seen.keys()] : [usual];
    const group = judge.prize ?? (own.length > 1 ? 'several' : own[0]!);
    const times = scores.map(({ at }) => at.getTime());
    const known = conflicts.filter(({ username }) => username === judge.username).length;
    const share = judge.prize
      ? countTables({ track: usual, prize: judge.prize }) - known
      : own.reduce((sum, track) => {
          const queued = queues.get(track)?.get(judge.id) ?? 0;
          return sum + Math.max(queued, seen.get(track)?.length ?? 0);
        }, 0);
    return { judge, group, scored: scores.length, lastAt: Math.max(...times), share };
  });
  const groups = Map.groupBy(listed, ({ group }) => group);
  return listed.map(
    ({ judge: { id, username, name, email, track, prize }, group, scored: count, lastAt, ...rest }) => {
      const share = Math.max(count, rest.share);
      const signedIn = signs.has(id) || count > 0;
      const sign = Math.max(begun, lastAt, signs.get(id)?.getTime() ?? 0);
      return {
        username,
        name,
        ...(email && { email }),
        track,
        ...(prize && { prize }),
        scored: count,
        share,
        behind: isBehind({ scored: count, share }, groups.get(group)!),
        signedIn,
        silentSince: signedIn && count < share && Number.isFinite(sign) ? new Date(sign).toISOString() : null,
        lastAt: count === 0 ? null : new Date(lastAt).toISOString(),
        now: going.get(id) ?? null,
      };
    },
  );
}

/** Returns the tables that need scores although every eligible judge has scored them. */
function listWithoutJudge(
  tables: readonly contract.TableProgress[],
  judges: Awaited<ReturnType<typeof selectActiveJudges>>,
  conflicts: readonly { username: string; teamNumber: number }[],
): Set<contract.TableProgress> {
  const known = new Set(conflicts.map(({ username, teamNumber }) => `${username} ${teamNumber}`));
  const isLeft = (table: contract.TableProgress) =>
    judges.some(
      ({ username, name, track, prize }) =>
        prize === null &&
        (track === null || track === table.track) &&
        !table.judges.includes(name) &&
        !known.has(`${username} ${table.teamNumber}`),
    );
  return new Set(tables.filter((table) => table.judges.length < scoresPerTeam && !isLeft(table)));
}

export async function getJudgingProgress({ db, event, now }: Services): Promise<contract.JudgingProgress> {
  const hasProjects = event.projects !== false;
  const at = now().getTime();
  const since = { going: new Date(at - visitLasts), absent: new Date(at - absentFor) };
  const [
    paused,
    judges,
    rows,
    unnumbered,
    anybodyIn,
    scored,
    visits,
    conflicts,
    signs,
    projects,
    ids,
    categories,
  ] = await Promise.all([
    isPaused(db),
    selectActiveJudges(db),
    selectAdminTables(db, hasProjects),
    countUnnumbered(db, hasProjects),
    hasCheckIns(db),
    queries.selectJudgeActivity(db),
    queries.selectRecentVisits(db, since),
    queries.selectConflicts(db),
    queries.selectJudgeSigns(db),
    hasProjects ? selectTableProjects(db) : [],
    queries.selectScoreIds(db),
    listCategoryProgress({ db, event }),
  ]);
  const ofTracks = scored.filter(({ prize }) => prize === null);
  const tables = byTable(rows, ofTracks, visits, anybodyIn, ids);
  const special = new Map(
    projects.map(({ number, prizes }) => [
      number,
      event.specialCategories.map(({ key }) => key).filter((key) => prizes.includes(key)),
    ]),
  );
  const inUse = tables.filter(({ known, retired }) => known && !retired);
  const withoutJudge = listWithoutJudge(inUse, judges, conflicts);
  const countTables: JudgeFacts['countTables'] = ({ track, prize }) => {
    if (prize === null) return inUse.filter((table) => table.track === track).length;
    const entered = new Set(
      projects.filter(({ prizes }) => prizes.includes(prize)).map(({ number }) => number),
    );
    return inUse.filter(({ teamNumber }) => entered.has(teamNumber)).length;
  };
  const isDue = event.projects && Date.parse(event.projects.deadline) <= at;
  const signsOf = new Map(signs.map(({ judgeId, at: last }) => [judgeId, last]));
  return {
    paused,
    pace: computePace(inUse, ofTracks, at),
    judges: byJudge(judges, {
      ...{ scored, visits, conflicts, countTables },
      signs: signsOf,
      usual: listTrackRubrics(event)[0]!,
    }),
    tables: tables.map((table) => ({
      ...table,
      ...(special.get(table.teamNumber)?.length && { special: special.get(table.teamNumber) }),
      ...(withoutJudge.has(table) && { withoutJudge: true as const }),
    })),
    categories,
    conflicts: conflicts.map(({ teamName, at: last, ...conflict }) => ({
      ...conflict,
      teamName: teamName ?? `Table ${conflict.teamNumber}`,
      at: last.toISOString(),
    })),
    unnumbered,
    withoutTable: isDue || scored.length > 0 ? unnumbered.submitted : 0,
    hasCheckIns: anybodyIn,
    notEmailed: rows.filter(({ retired, emailed }) => !retired && !emailed).length,
  };
}

/** Lifts a judge's conflict of interest with a table; does nothing when there is none. */
export function liftConflict(
  { db }: Pick<Services, 'db'>,
  { actor: { id: actorId }, params: { username, teamNumber } }: Call<typeof contract.liftConflict>,
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await queries.deleteConflict(trx, username, teamNumber))) return;
    await recordAudit(trx, actorId, 'judge.conflict_lifted', username, { teamNumber });
    await notifySubscribers(trx, 'judging');
  });
}

/** Pauses or resumes judging and notifies open pages. Idempotent. */
export async function pauseJudging(
  { db }: Pick<Services, 'db'>,
  { actor: { id: actorId }, body: { paused } }: Call<typeof contract.pauseJudging>,
): Promise<ResponseOf<typeof contract.pauseJudging>> {
  await transact(db, async (trx) => {
    if (!(await upsertPaused(trx, paused))) return;
    await recordAudit(trx, actorId, paused ? 'judging.paused' : 'judging.resumed', 'judging');
    await notifySubscribers(trx, 'pause');
  });
  return { success: true, paused };
}
