import type { DBSchema } from 'idb';
import { createOpener } from './device-database.ts';

/** What a person had entered and not yet sent, on this device only. */
export interface Draft {
  savedAt: Date;
  values: Record<string, unknown>;
  files: Record<string, File>;
}

export const applicationDraftKey = (userId: string) => `draft:apply:${userId}`;

/** The key of the project of a person's team, or of their own. */
export const projectDraftKey = (user: { _id: string; team: string | null }) =>
  `draft:project:${user._id}:${user.team ?? 'own'}`;

export const reviewDraftKey = (applicationId: string) => `draft:review:${applicationId}`;

type Text = Omit<Draft, 'files'>;

interface Schema extends DBSchema {
  texts: { key: string; value: Text };
  files: { key: string; value: File };
}

const getDatabase = createOpener<Schema>('drafts', 2, (created, oldVersion) => {
  if (oldVersion < 1) created.createObjectStore('files');
  created.createObjectStore('texts');
});

function isReadable(text: Partial<Text> | undefined): text is Text {
  const { savedAt, values } = text ?? {};
  return (
    savedAt instanceof Date && !Number.isNaN(savedAt.getTime()) && !!values && typeof values === 'object'
  );
}

/** Saves the text of a draft and returns when; throws when the device has no space or no storage. */
export async function saveDraftText(key: string, values: Draft['values']): Promise<Date> {
  const savedAt = new Date();
  const saving = (await getDatabase()).transaction('texts', 'readwrite');
  const put = saving.store.put({ savedAt, values }, key);
  // At once, because a page that is going away ends what is not committed.
  saving.commit();
  await Promise.all([put, saving.done]);
  return savedAt;
}

/** Saves a chosen file with a draft, or deletes it when `file` is null. */
export async function saveDraftFile(key: string, name: string, file: File | null): Promise<void> {
  const database = await getDatabase();
  if (file) await database.put('files', file, `${key}:${name}`);
  else await database.delete('files', `${key}:${name}`);
}

/** Returns the draft under `key`, or null when there is none or it cannot be read. Unreadable files are left out. */
export async function readDraft(key: string, fileNames: readonly string[] = []): Promise<Draft | null> {
  try {
    const database = await getDatabase();
    const text = await database.get('texts', key);
    if (!isReadable(text)) return null;
    const files: Draft['files'] = {};
    for (const name of fileNames) {
      const file: unknown = await database.get('files', `${key}:${name}`).catch(() => undefined);
      if (file instanceof File) files[name] = file;
    }
    return { ...text, files };
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Deletes every draft whose key begins with `prefix`, its files included. */
export async function deleteDrafts(prefix: string): Promise<void> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const deleting = (await getDatabase()).transaction(['texts', 'files'], 'readwrite');
  await Promise.all([
    deleting.objectStore('texts').delete(range),
    deleting.objectStore('files').delete(range),
    deleting.done,
  ]);
}
