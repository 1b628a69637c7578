import type { DemoTable, NextTable } from '../../../contract/judging/judging.ts';
import { limits } from '../../../contract/limits.ts';

interface OwnScores {
  /** The numbers of the teams whose scores wait on this device. */
  waiting: readonly number[];
  /** The numbers of the teams whose scores the server has. */
  scored: readonly number[];
  /** The tables of the track in walking order. */
  tables: readonly Pick<DemoTable, 'teamNumber' | 'teamName'>[];
}

/**
 * Returns the server's suggestion with the scores that wait on this device counted. A table among those is replaced by
 * the nearest one after it that this judge has not scored: the server suggests again once it has the scores.
 */
export function applyQueuedScores(suggestion: NextTable, { waiting, scored, tables }: OwnScores): NextTable {
  const before = new Set(scored);
  const added = tables.filter(({ teamNumber }) => waiting.includes(teamNumber) && !before.has(teamNumber));
  const current = added.find(({ teamNumber }) => teamNumber === suggestion.next?.teamNumber);
  const done = suggestion.done + added.length;
  if (!current) return { ...suggestion, done, total: Math.max(suggestion.total, done) };
  const from = tables.indexOf(current);
  const others = [...tables.slice(from), ...tables.slice(0, from)];
  const open = others.find(({ teamNumber }) => !before.has(teamNumber) && !waiting.includes(teamNumber));
  if (!open || done >= suggestion.total) return { next: null, reason: 'wait', done, total: done };
  const { teamNumber, teamName } = open;
  return { next: { teamNumber, teamName }, done, total: suggestion.total };
}

const longestGap = 15 * 60_000;

/**
 * Returns how many minutes the open tables will take at the pace of a judge's last scores, whose times are the newest first;
 * a break counts as 15 minutes at most.
 */
export function estimateMinutes(times: readonly number[], open: number): number {
  const gaps = times.slice(0, 6).flatMap((time, at) => {
    const before = times[at + 1];
    return before === undefined ? [] : Math.min(time - before, longestGap);
  });
  const pace =
    gaps.length === 0 ? limits.judging.perTable : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return Math.max(1, Math.round((open * pace) / 60_000));
}
