import { ApiError } from './api-error.ts';

// Dropped at sign-out with everything else that is private on this device (lib/session.ts).
const cacheName = 'private';
/** How long an answer may take before the kept one shows instead: at the door a weak network is worse than none. */
const patience = 6000;

const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

async function keep(name: string, answer: unknown) {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(cacheName);
  await cache.put(addressOf(name), Response.json(answer));
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
export async function askOrRecall<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const answer = ask().then((fresh) => {
    void keep(name, fresh).catch((error: unknown) => console.warn(error));
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
