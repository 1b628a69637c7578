import { performance } from 'node:perf_hooks';

const quietTime = 5 * 60_000;

/**
 * Gives memory that is no longer used back to the system, now and after each five minutes in which the program did next to
 * nothing. Does nothing when Node runs without `--expose-gc`.
 */
export function collectGarbageWhenIdle(): void {
  const collect = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  collect();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization < 0.02) collect();
  }, quietTime).unref();
}
