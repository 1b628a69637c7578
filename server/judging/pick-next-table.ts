/** One track's state when a judge asks for the next table; tables are positions in walking order. */
interface AssignmentState {
  tables: number;
  /** Scores wanted for each table. */
  scores: number;
  /** This judge's tables, as `blockRounds` in `table-queues.ts` divides them. */
  queue: readonly number[];
  /** Tables that this judge will not get again: scored, or a conflict of interest. */
  seen: ReadonlySet<number>;
  /** Scores done and in progress, by table. */
  counts: readonly number[];
  busy: ReadonlySet<number>;
  absent: ReadonlySet<number>;
  /** The judge's last table, or -1. */
  last: number;
}

/**
 * Returns a judge's next table, or -1: the first in the judge's queue, then the table with the fewest scores (the nearest,
 * in a tie). Tables that are taken, absent or full are skipped. A judge keeps a table until they score or skip it, anybody
 * marks it as busy or absent, it has enough scores, or another judge gets it.
 */
export function pickNextTable(state: AssignmentState): number {
  const eligible = (table: number) =>
    !state.seen.has(table) &&
    !state.absent.has(table) &&
    !state.busy.has(table) &&
    (state.counts[table] ?? 0) < state.scores;
  const queued = state.queue.find(eligible);
  if (queued !== undefined) return queued;
  let best = -1;
  const rank = (table: number) =>
    [state.counts[table] ?? 0, state.last < 0 ? 0 : Math.abs(table - state.last)] as const;
  for (let table = 0; table < state.tables; table++) {
    if (!eligible(table)) continue;
    if (best < 0) best = table;
    const [count, distance] = rank(table);
    const [bestCount, bestDistance] = rank(best);
    if (count < bestCount || (count === bestCount && distance < bestDistance)) best = table;
  }
  return best;
}
