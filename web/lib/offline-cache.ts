import { isConnectionLost } from './api-error.ts';
import { getAuthHint } from './auth-hint.ts';
import { withStorageTimeout } from './storage-timeout.ts';
import { viewedPerson } from './viewed-person.ts';

// What a device stores. Here, until logout: the answers that pages show without a network (the session, the
// account, a person's application with its pass and project, announcements, the schedule; a station's roster, list
// and walk-ins; a judge's session, tables and scores). In `offline-queue.ts`, until the server has them: scores, loans
// and requests for help. In `station-journal.ts`: check-ins and refused scans until the server has them, and for a day
// that it has them. In `draft-store.ts`: what somebody is writing. In the local storage: settings of
// this device.
//
// The service worker has no part in it, because it does not run yet during the first visit. A person's logout deletes
// `private`, a judge's deletes `judge`; the event is public.
const cacheNames = ['private', 'judge', 'event'] as const;
type CacheName = (typeof cacheNames)[number];

/** Returns the cache of a response: names that begin with `judge:` belong to the judge. */
function getCacheName(name: string): CacheName {
  if (name === 'event') return 'event';
  return name.startsWith('judge:') ? 'judge' : 'private';
}

/** In milliseconds. After it the stored response is used: on a weak network people would wait for too long. */
const responseTimeout = 6000;

const storedAtHeader = 'x-stored-at';

/** No page has this address. It stays: devices have stored responses under it. */
const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

/** An organizer who views somebody's dashboard neither reads nor writes the caches. */
const hasCaches = () => 'caches' in globalThis && !viewedPerson;

/** Stores a response on this device until logout, as long as a session may stay unused; does nothing where the device cannot. */
export async function cacheResponse(name: string, response: unknown): Promise<void> {
  if (!hasCaches()) return;
  try {
    const cacheName = getCacheName(name);
    const cache = await caches.open(cacheName);
    const headers = { [storedAtHeader]: String(Date.now()) };
    await cache.put(addressOf(name), Response.json(response, { headers }));
    // The response to a call from before a logout.
    if (cacheName === 'private' && getAuthHint() === 'out') await clearOfflineCache();
  } catch (error) {
    console.warn(error);
  }
}

/** Deletes the stored answers of a person or of a judge. */
export async function clearOfflineCache(cacheName: CacheName = 'private'): Promise<void> {
  if (hasCaches()) await withStorageTimeout(caches.delete(cacheName));
}

// No longer than a session without use lasts: an organizer's, or else a volunteer's, the longest shift at an event
// (`contract/platform/session-lifetimes.ts`; importing it would weigh on every page).
const isExpired = (response: Response) =>
  !(
    Date.now() - Number(response.headers.get(storedAtHeader)) <
    (getAuthHint() === 'admin' ? 8 : 14) * 3_600_000
  );

/** Deletes the answers that are older than the session lasts. */
export async function deleteExpiredResponses(): Promise<void> {
  if (!hasCaches()) return;
  for (const cacheName of cacheNames) {
    if (!(await caches.has(cacheName))) continue;
    const cache = await caches.open(cacheName);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      if (response && isExpired(response)) await cache.delete(request);
    }
  }
}

/** Returns the response stored under `name`, unless it is older than the session lasts. */
export async function findCachedResponse<T>(name: string): Promise<T | undefined> {
  if (!hasCaches()) return undefined;
  const stored = caches.open(getCacheName(name)).then((cache) => cache.match(addressOf(name)));
  const response = await withStorageTimeout(stored);
  return response && !isExpired(response) ? response.json() : undefined;
}

/**
 * Asks and stores the response, or what `toStored` makes of it. Without a network, while the program cannot answer, or when
 * the response takes too long, returns the one stored under `name`; refusals are thrown.
 */
export async function fetchOrCached<T>(
  name: string,
  ask: () => Promise<T>,
  toStored?: (response: T) => T,
): Promise<T> {
  const response = ask().then((fresh) => {
    void cacheResponse(name, toStored ? toStored(fresh) : fresh);
    return fresh;
  });
  const recall = async (otherwise: () => Promise<T>) => {
    const old = await findCachedResponse<T>(name).catch(() => undefined);
    return old === undefined ? otherwise() : old;
  };
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, responseTimeout, 'late'));
  try {
    const first = await Promise.race([response, late]);
    return first === 'late' ? await recall(() => response) : (first as T);
  } catch (error) {
    if (isConnectionLost(error)) return recall(() => Promise.reject(error));
    throw error;
  }
}
