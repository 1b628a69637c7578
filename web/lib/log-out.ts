import { visitorPaths } from '../../contract/platform/visitor-paths.ts';
import { storeAuthHint } from './auth-hint.ts';
import { clearOfflineCache } from './offline-cache.ts';

/** In the session's storage while somebody has just deleted their account. */
export const goodbyeKey = 'goodbye';

/** In the session's storage: what was typed and not saved in this tab. */
export const unsavedKey = 'unsaved';

/** In milliseconds. */
const clearingTimeout = 2000;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// In localStorage, so that it outlives the page and other tabs see it.
const pendingKey = 'logout';
let hasLoggedOut = false;

/** Whether somebody has logged out on this page, or on this device without an answer of the server. */
export function isLogOutPending(): boolean {
  return hasLoggedOut || localStorage.getItem(pendingKey) !== null;
}

/** Calls `onLogOut` when another tab logs out. */
export function onLogOutElsewhere(onLogOut: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== pendingKey || newValue === null) return;
    sessionStorage.removeItem(unsavedKey);
    onLogOut();
  });
}

/**
 * Logs out: ends the session, clears what is stored about the person, and moves to the landing page or `target`. Without an answer of
 * the server, the next page that loads ends the session. A judge's session and the queue of check-ins (ids only) stay.
 */
export async function logOut(target: string = visitorPaths.home): Promise<void> {
  hasLoggedOut = true;
  localStorage.setItem(pendingKey, new Date().toISOString());
  await finishLogOut();
  location.assign(target);
}

/** Finishes a pending logout. Returns false while the server cannot be reached; then tries again with the network. */
export async function finishLogOut(): Promise<boolean> {
  if (!isLogOutPending()) return true;
  // First, because the storage of the device may not answer.
  const ended = endSession();
  await clearPrivateData();
  const isEnded = await ended;
  if (isEnded) localStorage.removeItem(pendingKey);
  else addEventListener('online', () => void finishLogOut(), { once: true });
  return isEnded;
}

function endSession(): Promise<boolean> {
  return fetch(visitorPaths.logout, { redirect: 'manual' }).then(
    ({ status, type }) => type === 'opaqueredirect' || status < 400,
    () => false,
  );
}

async function clearPrivateData(): Promise<void> {
  storeAuthHint('out');
  // By their keys: the public pages load this file, and little else.
  for (const key of ['invite', 'push']) localStorage.removeItem(key);
  sessionStorage.removeItem(unsavedKey);
  const cleared = Promise.all([clearOfflineCache(), deleteStoredDrafts(), endNotifications()]);
  await Promise.race([cleared, sleep(clearingTimeout)]).catch((error: unknown) => console.warn(error));
}

/** The keys of the drafts that logging out deletes begin with one of these. */
export const draftPrefixes = ['draft:apply:', 'draft:project:', 'draft:review:'];

// Without the draft store's library, which the public pages do not load. A judge's drafts are in the same database.
function deleteStoredDrafts(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('drafts');
    // The database does not exist, and must not be created now.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve();
    opening.onsuccess = () => {
      const database = opening.result;
      const names = [...database.objectStoreNames];
      const deleting = database.transaction(names, 'readwrite');
      for (const name of names)
        for (const prefix of draftPrefixes)
          deleting.objectStore(name).delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
      deleting.oncomplete = () => {
        database.close();
        resolve();
      };
      deleting.onabort = () => reject(deleting.error);
    };
  });
}

// What a push service still stores for this device does not reach whoever uses it next. A browser may wait for its service.
async function endNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
