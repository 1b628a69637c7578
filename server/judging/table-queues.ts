import type { JudgingTrack } from '../../contract/judging/judging.ts';

const tooSmall = 1e-9;

// Each judge's queue: the tables are divided into as many blocks as there are judges, and a judge visits the blocks at
// `blockOffsets` from their own. `pickNextTable` follows the queue.

/**
 * Returns how poorly judges and `blocks` are connected by a set of offsets: the sum of the inverse eigenvalues of the
 * information matrix of this cyclic block design (A-criterion); smaller is better, infinite when blocks stay disconnected.
 */
function disconnection(blocks: number, offsets: readonly number[]): number {
  let sum = 0;
  for (let m = 1; m < blocks; m++) {
    let re = 0;
    let im = 0;
    for (const d of offsets) {
      const angle = (2 * Math.PI * m * d) / blocks;
      re += Math.cos(angle);
      im += Math.sin(angle);
    }
    const connected = offsets.length - (re * re + im * im) / offsets.length;
    if (connected < tooSmall) return Number.POSITIVE_INFINITY;
    sum += 1 / connected;
  }
  return sum;
}

/** Returns the offsets at which judges visit blocks, chosen so that no two judges share most of their blocks. */
export function blockOffsets(blocks: number, scores: number): number[] {
  const chosen = [0];
  while (chosen.length < Math.min(scores, blocks)) {
    let best: { offset: number; value: number } | undefined;
    for (let offset = 1; offset < blocks; offset++) {
      if (chosen.includes(offset)) continue;
      const value = disconnection(blocks, [...chosen, offset]);
      const wins = !best || value < best.value - tooSmall;
      if (wins) best = { offset, value };
    }
    chosen.push(best!.offset);
  }
  return chosen;
}

/** Returns the judges of a track or a prize, in the order of their queues. */
export const listRubricJudges = <T extends { track: JudgingTrack | null; prize: string | null }>(
  judges: readonly T[],
  { track, prize }: { track: JudgingTrack; prize: string | null },
): T[] =>
  judges.filter(
    (each) => each.prize === prize && (prize !== null || each.track === null || each.track === track),
  );

/** Returns each judge's tables (positions in walking order) so that every table gets `scores` judges. */
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
