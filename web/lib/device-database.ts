import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { withStorageTimeout } from './storage-timeout.ts';

/** Returns whether this device has a database; true where neither the browser nor, in tests, Node.js can tell. */
async function hasDatabase(name: string): Promise<boolean> {
  if (!globalThis.indexedDB?.databases) return true;
  return (await indexedDB.databases()).some((database) => database.name === name);
}

/**
 * Returns the function that does something with a database of this device. The database is opened once, because what is saved
 * while the page is going away must not wait for it, and again after a failure or after the browser or another tab closed it.
 * The function throws when the work takes too long, and then at once until that work ends. Work that only reads says what is read
 * `whenMissing`, and creates no database: WebKit may never again open one that a page was creating when it was left.
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, whenMissing?: () => T) => Promise<T> {
  let stuck: Error | undefined;
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  const open = async () => {
    return openDB<Schema>(name, version, {
      upgrade,
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
  };
  return async (work, whenMissing) => {
    if (stuck) throw stuck;
    if (whenMissing && !opened && !(await withStorageTimeout(hasDatabase(name)))) return whenMissing();
    opened ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    let isDone = false;
    const result = opened.then(work).finally(() => {
      isDone = true;
      stuck = undefined;
    });
    return withStorageTimeout(result).catch((error: Error) => {
      if (!isDone) stuck = error;
      throw error;
    });
  };
}
