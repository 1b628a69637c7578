import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { JudgeProgress, JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import type { JudgeActivityRow } from './judging-admin.queries.ts';

const { scoresPerTeam, paceWindow } = limits.judging;
/** In milliseconds: the very first scores arrive together and say little about the pace. */
const shortestWindow = 5 * 60_000;

interface PacedTable {
  track: JudgingTrack;
  judges: readonly unknown[];
}

/**
 * Returns how many scores the tables need, and when they have them. Each track is done after missing ÷ rate, where `missing`
 * counts what each table has fewer than three, and `rate` is the scores of the last 30 minutes (or since the track's first
 * score, at least 5) by their number and time; the later track counts. A corrected score counts when it was corrected. A
 * track that needs scores and got none in that time is idle and does not count.
 */
export function computePace(
  tables: readonly PacedTable[],
  scored: readonly Pick<JudgeActivityRow, 'track' | 'at'>[],
  now: number,
): JudgingProgress['pace'] {
  const perTrack = [...new Set(tables.map(({ track }) => track))].map((track) => {
    const missing = tables
      .filter((table) => table.track === track)
      .reduce((sum, { judges }) => sum + Math.max(0, scoresPerTeam - judges.length), 0);
    const times = scored.filter((score) => score.track === track).map(({ at }) => at.getTime());
    const recent = times.filter((at) => at > now - paceWindow).length;
    const since = Math.min(paceWindow, Math.max(shortestWindow, now - Math.min(...times)));
    return { track, missing, isIdle: recent === 0, lasts: (missing * since) / recent };
  });
  const open = perTrack.filter((each) => each.missing > 0);
  const lasts = open.filter(({ isIdle }) => !isIdle).map((each) => each.lasts);
  return {
    missing: open.reduce((sum, each) => sum + each.missing, 0),
    doneAt: lasts.length > 0 ? new Date(now + Math.max(...lasts)).toISOString() : null,
    idle: open.filter(({ isIdle }) => isIdle).map(({ track }) => track),
  };
}

/** Whether a judge has scored at least two teams fewer than the average of the group, and has tables left. */
export function isBehind(
  { scored, share }: Pick<JudgeProgress, 'scored' | 'share'>,
  group: readonly { scored: number }[],
): boolean {
  const average = group.reduce((sum, judge) => sum + judge.scored, 0) / group.length;
  return scored < share && scored + 2 <= average;
}
