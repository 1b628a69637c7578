/** In milliseconds. WebKit may never again open a database that a page was opening when it was left. */
const storageTimeout = 3000;

/** Returns what the storage of this device answers; throws when that takes too long. */
export function withStorageTimeout<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("This device's storage is not responding.")), storageTimeout);
  });
  return Promise.race([work, late]);
}
