import type { JudgeProgress, JudgingProgress, TableProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { transact } from '../platform/db/transact.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { selectActiveJudges } from './judges.queries.ts';
import {
  deleteConflict,
  type JudgeActivityRow,
  selectConflicts,
  selectJudgeActivity,
  selectRecentVisits,
} from './judging-admin.queries.ts';
import { isPaused, upsertPaused } from './scores.queries.ts';
import {
  type AdminTableRow,
  countUnnumbered,
  hasCheckIns,
  selectAdminTables,
} from './table-admin.queries.ts';

const { visit: visitLasts, absentFor } = limits.judging;

type Visits = Awaited<ReturnType<typeof selectRecentVisits>>;
const place = ({ track, teamNumber }: { track: string; teamNumber: number }) => `${track} ${teamNumber}`;

function byTable(
  tables: readonly AdminTableRow[],
  scored: readonly JudgeActivityRow[],
  visits: Visits,
  anybodyIn: boolean,
): TableProgress[] {
  const names = Map.groupBy(scored, place);
  const empty = new Set(visits.filter(({ state }) => state === 'absent').map(place));
  const known = new Set(tables.map(place));
  const stray = [...names].filter(([at]) => !known.has(at)).map(([, [first]]) => first!);
  return [
    ...tables.map((table) => ({ ...table, known: true })),
    ...stray.map((one) => ({ ...one, known: false, retired: false, present: true, title: null, area: null })),
  ]
    .map(({ teamNumber, teamName, track, known: isKnown, retired, present, title, area }) => {
      const at = place({ track, teamNumber });
      const judges = (names.get(at) ?? []).map(({ judgeName }) => judgeName).sort();
      return {
        teamNumber,
        teamName,
        track,
        known: isKnown,
        judges,
        ...(title && { title }),
        ...(area && { area }),
        absent: judges.length === 0 && empty.has(at),
        ...(retired && { retired: true as const }),
        ...(anybodyIn && !present && { unattended: true as const }),
      };
    })
    .sort((a, b) => a.teamNumber - b.teamNumber);
}

function byJudge(
  judges: Awaited<ReturnType<typeof selectActiveJudges>>,
  scored: readonly JudgeActivityRow[],
  visits: Visits,
): JudgeProgress[] {
  const own = Map.groupBy(scored, ({ judgeId }) => judgeId);
  const going = new Map(
    visits.filter(({ state }) => state === 'going').map(({ judgeId, teamNumber }) => [judgeId, teamNumber]),
  );
  return judges.map(({ id, username, name, track, prize }) => {
    const times = (own.get(id) ?? []).map(({ at }) => at.getTime());
    return {
      username,
      name,
      track,
      ...(prize && { prize }),
      scored: times.length,
      lastAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
      now: going.get(id) ?? null,
    };
  });
}

export async function getJudgingProgress({
  db,
  event,
  now,
}: Pick<Services, 'db' | 'event' | 'now'>): Promise<JudgingProgress> {
  const hasProjects = event.projects !== false;
  const at = now().getTime();
  const since = { going: new Date(at - visitLasts), absent: new Date(at - absentFor) };
  const [paused, judges, tables, unnumbered, anybodyIn, scored, visits, conflicts] = await Promise.all([
    isPaused(db),
    selectActiveJudges(db),
    selectAdminTables(db, hasProjects),
    countUnnumbered(db, hasProjects),
    hasCheckIns(db),
    selectJudgeActivity(db),
    selectRecentVisits(db, since),
    selectConflicts(db),
  ]);
  return {
    paused,
    judges: byJudge(judges, scored, visits),
    tables: byTable(
      tables,
      scored.filter(({ prize }) => prize === null),
      visits,
      anybodyIn,
    ),
    conflicts: conflicts.map(({ teamName, at: since, ...conflict }) => ({
      ...conflict,
      teamName: teamName ?? `Table ${conflict.teamNumber}`,
      at: since.toISOString(),
    })),
    unnumbered,
    hasCheckIns: anybodyIn,
    notEmailed: tables.filter(({ retired, emailed }) => !retired && !emailed).length,
  };
}

/** Lifts a judge's conflict of interest with a table; does nothing when there is none. */
export function liftConflict(
  { db }: Pick<Services, 'db'>,
  { username, teamNumber }: { username: string; teamNumber: number },
  actorId: string,
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await deleteConflict(trx, username, teamNumber))) return;
    const detail = { teamNumber };
    await recordAudit(trx, { actorId, action: 'judge.conflict_lifted', subject: username, detail });
    await notifySubscribers(trx, 'judging');
  });
}

/** Pauses or resumes judging and notifies open pages. Idempotent. */
export function pauseJudging({ db }: Pick<Services, 'db'>, paused: boolean, actorId: string): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await upsertPaused(trx, paused))) return;
    const action = paused ? 'judging.paused' : 'judging.resumed';
    await recordAudit(trx, { actorId, action, subject: 'judging' });
    await notifySubscribers(trx, 'pause');
  });
}
