import type { Page } from './browser.ts';

/** Returns the keys of the drafts that this browser stores, those of earlier versions in localStorage included. */
export function listDraftKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stored = Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('drafts');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const keys = await new Promise<string[]>((resolve, reject) => {
      const reading = database.transaction('texts').objectStore('texts').getAllKeys();
      reading.onsuccess = () => resolve(reading.result as string[]);
      reading.onerror = () => reject(reading.error);
    });
    database.close();
    return [...stored, ...keys];
  });
}
