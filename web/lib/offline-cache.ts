import { ApiError } from './api-error.ts';

// Not the service worker's: it is there from the first answer of the first visit on, before a worker is.
const cacheName = 'private';
/** How long an answer may take before the kept one shows instead: at the door a weak network is worse than none. */
const patience = 6000;

const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

/** Keeps an answer on this device until sign-out; where the device cannot, nothing happens. */
export async function cacheAnswer(name: string, answer: unknown): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(cacheName);
    await cache.put(addressOf(name), Response.json(answer));
  } catch (error) {
    console.warn(error);
  }
}

/** Forgets everything that is kept. */
export async function clearOfflineCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName);
}

async function kept<T>(name: string): Promise<T | undefined> {
  if (!('caches' in globalThis)) return undefined;
  const cache = await caches.open(cacheName);
  return (await cache.match(addressOf(name)))?.json();
}

/**
 * Asks, and keeps the answer on this device until sign-out. Without a network, or when the answer takes too long, gives
 * the one kept under the same name; what the server refuses is refused.
 */
export async function fetchOrCached<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const answer = ask().then((fresh) => {
    void cacheAnswer(name, fresh);
    return fresh;
  });
  const recall = async (otherwise: () => Promise<T>) => {
    const old = await kept<T>(name).catch(() => undefined);
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
