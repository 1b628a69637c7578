import type { Page } from './browser.ts';

/** Stores a request for help that waits on this device, as `/dashboard` does without a network. */
export function storeHelpRequest(page: Page, userId: string): Promise<void> {
  return page.evaluate(async (kind) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('outbox', 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('items', { keyPath: 'id' }).createIndex('at', 'at');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const storing = database.transaction('items', 'readwrite');
    const payload = { text: 'cry for help' };
    storing.objectStore('items').put({ id: kind, kind, payload, at: Date.now(), tries: 1, notBefore: 0 });
    await new Promise((resolve, reject) => {
      storing.oncomplete = resolve;
      storing.onabort = () => reject(storing.error);
    });
    database.close();
  }, `help ${userId}`);
}

/** Counts what waits on this device. */
export function countStoredHelpRequests(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('outbox', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('items').objectStore('items').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}
