const tooSmall = 1e-9;

/** How well a set of offsets links the blocks of a ring of `blocks`: the smaller the better, infinite when some stay apart. */
function apartness(blocks: number, offsets: readonly number[]): number {
  let sum = 0;
  for (let m = 1; m < blocks; m++) {
    let re = 0;
    let im = 0;
    for (const d of offsets) {
      const angle = (2 * Math.PI * m * d) / blocks;
      re += Math.cos(angle);
      im += Math.sin(angle);
    }
    const linked = offsets.length - (re * re + im * im) / offsets.length;
    if (linked < tooSmall) return Number.POSITIVE_INFINITY;
    sum += 1 / linked;
  }
  return sum;
}

/** The steps by which each judge moves on from block to block, chosen so that no two judges stay together. */
export function blockOffsets(blocks: number, scores: number): number[] {
  const chosen = [0];
  while (chosen.length < Math.min(scores, blocks)) {
    let best: { offset: number; value: number } | undefined;
    for (let offset = 1; offset < blocks; offset++) {
      if (chosen.includes(offset)) continue;
      const value = apartness(blocks, [...chosen, offset]);
      const wins = !best || value < best.value - tooSmall;
      if (wins) best = { offset, value };
    }
    chosen.push(best!.offset);
  }
  return chosen;
}

/** Each judge's way through the tables (positions in walking order) so that every table gets `scores` judges. */
export function blockRounds(tables: number, judges: number, scores: number): number[][] {
  const blocks = Math.min(tables, judges);
  if (blocks === 0) return Array.from({ length: judges }, () => []);
  const offsets = blockOffsets(blocks, scores);
  const start = (block: number) => Math.floor((block * tables) / blocks);
  return Array.from({ length: judges }, (_, judge) => {
    if (judge >= blocks) return [];
    return offsets.flatMap((offset) => {
      const block = (judge + offset) % blocks;
      const first = start(block);
      return Array.from({ length: start(block + 1) - first }, (_, at) => first + at);
    });
  });
}

/** What is known when a judge asks where to go; tables are positions in walking order. */
export interface AssignmentState {
  tables: number;
  /** Scores wanted for each table. */
  scores: number;
  queue: readonly number[];
  /** Tables that are out for this judge: seen, or a conflict of interest. */
  seen: ReadonlySet<number>;
  /** Scores done and in progress, by table. */
  counts: readonly number[];
  busy: ReadonlySet<number>;
  absent: ReadonlySet<number>;
  /** The judge's last table, or -1. */
  last: number;
}

/** The next table of a judge, -1 when there is none: first the own queue, then wherever scores are fewest, nearest first. */
export function pickNextTable(hall: AssignmentState): number {
  const eligible = (table: number) =>
    !hall.seen.has(table) &&
    !hall.absent.has(table) &&
    !hall.busy.has(table) &&
    (hall.counts[table] ?? 0) < hall.scores;
  const queued = hall.queue.find(eligible);
  if (queued !== undefined) return queued;
  let best = -1;
  const rank = (table: number) =>
    [hall.counts[table] ?? 0, hall.last < 0 ? 0 : Math.abs(table - hall.last)] as const;
  for (let table = 0; table < hall.tables; table++) {
    if (!eligible(table)) continue;
    if (best < 0) best = table;
    const [count, distance] = rank(table);
    const [bestCount, bestDistance] = rank(best);
    if (count < bestCount || (count === bestCount && distance < bestDistance)) best = table;
  }
  return best;
}
