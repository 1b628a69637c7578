/** A limit on wrong tries: at most `max` within `milliseconds`, counted under `key`. */
export interface FailedAttemptLimit {
  key: string;
  max: number;
  milliseconds: number;
}

const maxKeys = 50_000;

/**
 * Counts wrong tries in memory. A try is counted before it is judged and taken back when it was right, so that tries at
 * the same moment cannot slip past the limit together.
 */
export class FailedAttemptLimiter {
  readonly #windows = new Map<string, { count: number; until: number }>();

  /** Counts a try under all limits and returns 0, or counts nothing and returns the milliseconds to wait. */
  take(limits: readonly FailedAttemptLimit[], now: number): number {
    const wait = Math.max(0, ...limits.map((limit) => this.#wait(limit, now)));
    if (wait === 0)
      for (const { key, milliseconds } of limits) this.#window(key, milliseconds, now).count += 1;
    return wait;
  }

  /** The try was right. */
  giveBack(limits: readonly FailedAttemptLimit[]): void {
    for (const { key } of limits) {
      const window = this.#windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    }
  }

  #wait({ key, max }: FailedAttemptLimit, now: number): number {
    const window = this.#windows.get(key);
    return window && window.until > now && window.count >= max ? window.until - now : 0;
  }

  #window(key: string, milliseconds: number, now: number) {
    const found = this.#windows.get(key);
    if (found && found.until > now) return found;
    if (this.#windows.size >= maxKeys)
      for (const [old, { until }] of this.#windows)
        if (until <= now || this.#windows.size >= maxKeys) this.#windows.delete(old);
    const window = { count: 0, until: now + milliseconds };
    this.#windows.set(key, window);
    return window;
  }
}
