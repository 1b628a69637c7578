import { ApiError } from '../lib/api-error.ts';

const pauses = [500, 1000, 2000, 4000];

/** True when no answer came, or one that says nothing about the call itself: trying again with the same key is safe. */
export function isLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;
}

/** Makes a repeatable call, and again after 0.5, 1, 2 and 4 s while no answer comes; then throws what the last try threw. */
export async function persist<T>(
  attempt: () => Promise<T>,
  { signal, sleep = pause }: { signal?: AbortSignal; sleep?: (ms: number) => Promise<void> } = {},
): Promise<T> {
  for (const wait of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error) || signal?.aborted) throw error;
      await sleep(wait);
      if (signal?.aborted) throw error;
    }
  }
  return attempt();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
