import { ApiError } from './api-error.ts';

// Not the service worker's: it is there from the first answer of the first visit on, before a worker is.
const cacheName = 'private';
/** In milliseconds. After it the stored answer is used: on a weak network people would wait for too long. */
const patience = 6000;

/** In milliseconds. No answer outlives the longest shift at an event. */
const maxAge = 14 * 3_600_000;
const storedAtHeader = 'x-stored-at';

const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

/** Stores an answer on this device until logout, for 14 hours at most; does nothing where the device cannot. */
export async function cacheAnswer(name: string, answer: unknown): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(cacheName);
    const headers = { [storedAtHeader]: String(Date.now()) };
    await cache.put(addressOf(name), Response.json(answer, { headers }));
  } catch (error) {
    console.warn(error);
  }
}

/** Deletes all stored answers. */
export async function clearOfflineCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName);
}

const isExpired = (answer: Response) => !(Date.now() - Number(answer.headers.get(storedAtHeader)) < maxAge);

/** Deletes the answers that are older than 14 hours. */
export async function deleteExpiredAnswers(): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer && isExpired(answer)) await cache.delete(request);
  }
}

/** Returns the answer stored under `name`, unless it is older than 14 hours. */
export async function getCachedAnswer<T>(name: string): Promise<T | undefined> {
  if (!('caches' in globalThis)) return undefined;
  const cache = await caches.open(cacheName);
  const answer = await cache.match(addressOf(name));
  return answer && !isExpired(answer) ? answer.json() : undefined;
}

/**
 * Asks and stores the answer. Without a network, or when the answer takes too long, returns the one stored under `name`;
 * refusals are thrown.
 */
export async function fetchOrCached<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const answer = ask().then((fresh) => {
    void cacheAnswer(name, fresh);
    return fresh;
  });
  const recall = async (otherwise: () => Promise<T>) => {
    const old = await getCachedAnswer<T>(name).catch(() => undefined);
    return old === undefined ? otherwise() : old;
  };
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  try {
    const first = await Promise.race([answer, late]);
    return first === 'late' ? await recall(() => answer) : (first as T);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return recall(() => Promise.reject(error));
    throw error;
  }
}
