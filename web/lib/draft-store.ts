import type { DBSchema } from 'idb';
import { createDatabase } from './device-database.ts';

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
  files: { key: string; value: StoredFile };
}

/** A file's content: private windows of WebKit store no `File`. */
type StoredFile = Pick<File, 'name' | 'type' | 'lastModified'> & { content: ArrayBuffer };

const withDrafts = createDatabase<Schema>('drafts', 2, (created, oldVersion) => {
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
  return withDrafts(async (database) => {
    const saving = database.transaction('texts', 'readwrite');
    const put = saving.store.put({ savedAt, values }, key);
    // At once, because a page that is going away ends what is not committed.
    saving.commit();
    await Promise.all([put, saving.done]);
    return savedAt;
  });
}

/** Saves a chosen file with a draft, or deletes it when `file` is null. */
export async function saveDraftFile(key: string, name: string, file: File | null): Promise<void> {
  const place = `${key}:${name}`;
  if (!file) return withDrafts((database) => database.delete('files', place));
  const { type, lastModified } = file;
  const stored = { name: file.name, type, lastModified, content: await file.arrayBuffer() };
  await withDrafts((database) => database.put('files', stored, place));
}

/** Returns a stored file; those of earlier versions are a `File`. */
function toFile(stored: StoredFile | File | undefined): File | undefined {
  if (!stored || stored instanceof File) return stored;
  const { content, name, ...options } = stored;
  return content instanceof ArrayBuffer ? new File([content], name, options) : undefined;
}

/** Returns the draft under `key`, or null when there is none or it cannot be read. Unreadable files are left out. */
export async function readDraft(key: string, fileNames: readonly string[] = []): Promise<Draft | null> {
  try {
    return await withDrafts<Draft | null>(
      async (database) => {
        const text = await database.get('texts', key);
        if (!isReadable(text)) return null;
        const files: Draft['files'] = {};
        for (const name of fileNames) {
          const file = toFile(await database.get('files', `${key}:${name}`).catch(() => undefined));
          if (file) files[name] = file;
        }
        return { ...text, files };
      },
      () => null,
    );
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * Returns what a person had written and not yet sent in the project of a team that they have left. It has a key of its own
 * from now on, so that it never goes into the project of that team if they join it again.
 */
export async function takeLeftProject(user: { _id: string; team: string | null }) {
  const prefix = `draft:project:${user._id}:`;
  const current = [projectDraftKey(user), projectDraftKey({ ...user, team: null })];
  const find = withDrafts<{ key: string; values: Draft['values'] } | null>(
    async (database) => {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      for (const from of await database.getAllKeys('texts', range)) {
        const text = current.includes(from) ? undefined : await database.get('texts', from);
        if (!isReadable(text)) continue;
        const key = from.startsWith(`${prefix}left:`) ? from : from.replace(prefix, `${prefix}left:`);
        await database.put('texts', text, key);
        if (key !== from) await database.delete('texts', from);
        return { key, values: text.values };
      }
      return null;
    },
    () => null,
  );
  return find.catch(() => null);
}

/** Returns whether a draft is stored whose key begins with one of these; false when that cannot be read. */
export async function hasDraft(prefixes: readonly string[]): Promise<boolean> {
  const keys = await withDrafts<string[]>(
    (database) => database.getAllKeys('texts'),
    () => [],
  ).catch(() => []);
  return keys.some((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

/** Deletes every draft whose key begins with `prefix`, its files included. */
export async function deleteDrafts(prefix: string): Promise<void> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  await withDrafts((database) => {
    const deleting = database.transaction(['texts', 'files'], 'readwrite');
    return Promise.all([
      deleting.objectStore('texts').delete(range),
      deleting.objectStore('files').delete(range),
      deleting.done,
    ]);
  });
}
