import { parentPort } from 'node:worker_threads';

/** A request to a station's storage: the station's thread sends it to the test, which keeps the entries. */
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

/** Replaces the library `idb` in a station's thread: a store of numbered entries that outlives the thread. */
export async function openDB() {
  return {
    // There is no queue of an older version of the page.
    getAllFromIndex: async () => [],
    getAll: () => request({ op: 'all' }),
    add: (_store: string, value: object) => request({ op: 'add', value }),
    delete: (_store: string, id: number) => request({ op: 'delete', id }),
  };
}
