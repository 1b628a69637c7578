import { type IDBPDatabase, openDB } from 'idb';

/** What a person had entered and not yet sent, on this device only. */
export interface Draft {
  savedAt: Date;
  values: Record<string, unknown>;
  files: Record<string, File>;
}

const store = 'files';

// Opened for each use and closed at once, so that signing out can delete the whole database without waiting.
async function withFiles<T>(use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB('drafts', 1, { upgrade: (fresh) => void fresh.createObjectStore(store) });
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/** Keeps the text of a draft; throws when the device has no room or no storage. Returns when it was saved. */
export function saveDraftText(key: string, values: Record<string, unknown>): Date {
  const savedAt = new Date();
  localStorage.setItem(key, JSON.stringify({ savedAt: savedAt.toISOString(), values }));
  return savedAt;
}

/** Forgets the text of a draft. */
export function deleteDraftText(key: string) {
  localStorage.removeItem(key);
}

/** Keeps a chosen file with a draft, or forgets it when `file` is null. */
export async function saveDraftFile(key: string, name: string, file: File | null): Promise<void> {
  const place = `${key}:${name}`;
  await withFiles(async (database) => {
    if (file) await database.put(store, file, place);
    else await database.delete(store, place);
  });
}

function keptText(key: string): { savedAt: string; values: Record<string, unknown> } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    return kept && typeof kept.values === 'object' && !Number.isNaN(Date.parse(kept.savedAt)) ? kept : null;
  } catch {
    return null;
  }
}

/** The draft under `key`, or null. Files that the device cannot give back are left out. */
export async function readDraft(key: string, fileNames: readonly string[]): Promise<Draft | null> {
  const text = keptText(key);
  if (!text) return null;
  const files: Record<string, File> = {};
  await withFiles(async (database) => {
    for (const name of fileNames) {
      const file: unknown = await database.get(store, `${key}:${name}`);
      if (file instanceof File) files[name] = file;
    }
  }).catch((error: unknown) => console.warn(error));
  return { savedAt: new Date(text.savedAt), values: text.values, files };
}

/** Forgets the draft under `key`, files included. */
export async function deleteDraft(key: string, fileNames: readonly string[]): Promise<void> {
  deleteDraftText(key);
  await withFiles((database) =>
    Promise.all(fileNames.map((name) => database.delete(store, `${key}:${name}`))),
  ).catch((error: unknown) => console.warn(error));
}
