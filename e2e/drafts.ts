import type { Page } from './browser.ts';

export function listDraftKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
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
    return keys;
  });
}

/** Stores drafts in this browser, as the pages with these keys do. */
export function storeDrafts(page: Page, keys: string[], text: string): Promise<void> {
  return page.evaluate(
    async ([names, content]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('drafts');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const storing = database.transaction('texts', 'readwrite');
      for (const key of names)
        storing.objectStore('texts').put({ savedAt: new Date(), values: { content } }, key);
      await new Promise((resolve, reject) => {
        storing.oncomplete = resolve;
        storing.onabort = () => reject(storing.error);
      });
      database.close();
    },
    [keys, text] as const,
  );
}
