/** The state of one track when a judge asks for the next table; tables are positions in walking order. */
interface AssignmentState {
  tables: number;
  /** Scores wanted for each table. */
  scores: number;
  /** The tables meant for this judge, as `blockRounds` in `table-queues.ts` divides them. */
  queue: readonly number[];
  /** Tables that this judge does not get again: scored, or a conflict of interest. */
  seen: ReadonlySet<number>;
  /** Scores done and in progress, by table. */
  counts: readonly number[];
  busy: ReadonlySet<number>;
  absent: ReadonlySet<number>;
  /** The judge's last table, or -1. */
  last: number;
}

/**
 * Returns the next table of a judge, -1 when there is none: the first of the judge's queue, and after the queue the table with
 * the fewest scores, the nearest of several. Tables that are taken, absent or full are left out. A judge keeps a table until scoring or
 * skipping it, until anybody marks it as busy or absent, until it has enough scores, or until another judge gets it.
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
