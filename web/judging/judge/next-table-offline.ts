import type { DemoTable, NextTable } from '../../../contract/judging/judging.ts';

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
