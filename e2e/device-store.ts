import { parentPort } from 'node:worker_threads';

/** What a station's storage is asked: by the thread of the station, of the test that keeps it. */
export type StoreRequest =
  | { ask: number; op: 'all' }
  | { ask: number; op: 'add'; value: object }
  | { ask: number; op: 'delete'; id: number };

const asked = new Map<number, (answer: unknown) => void>();
parentPort?.on('message', ({ ask, answer }: { ask: number; answer: unknown }) => {
  asked.get(ask)?.(answer);
  asked.delete(ask);
});

type Question<T> = T extends StoreRequest ? Omit<T, 'ask'> : never;
let count = 0;

function request(question: Question<StoreRequest>): Promise<unknown> {
  count += 1;
  const ask = count;
  return new Promise((resolve) => {
    asked.set(ask, resolve);
    parentPort?.postMessage({ store: { ...question, ask } });
  });
}

/** Stands in for the library `idb` in a station's thread: a store of entries by number that outlives the thread. */
export async function openDB() {
  return {
    // No older page has left a queue.
    getAllFromIndex: async () => [],
    getAll: () => request({ op: 'all' }),
    add: (_store: string, value: object) => request({ op: 'add', value }),
    delete: (_store: string, id: number) => request({ op: 'delete', id }),
  };
}
