/** A seeded random generator: the same seed gives the same numbers. */
export interface Rng {
  /** An integer from 0 up to but not including `below`. */
  int: (below: number) => number;
  /** True in `share` of all cases, 0 to 1. */
  happens: (share: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** `count` different ones, in random order. */
  sample: <T>(list: readonly T[], count: number) => T[];
  uuid: () => string;
}

/** Returns a random generator from an integer seed (mulberry32). */
export function createRng(seed: number): Rng {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  const hex = (digits: number) => Array.from({ length: digits }, () => int(16).toString(16)).join('');
  return {
    int,
    happens: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new Error('Nothing to pick from');
      return list[int(list.length)]!;
    },
    sample: (list, count) => {
      const rest = [...list];
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(rest.length), 1)[0]!);
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
