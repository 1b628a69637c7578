import { parentPort } from 'node:worker_threads';

/** What a station's storage is asked: by the thread of the station, of the test that keeps it. */
export type StoreRequest =
  | { ask: number; op: 'all' }
  | { ask: number; op: 'put'; value: { id: string; at: number } }
  | { ask: number; op: 'delete'; id: string };

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

/** Stands in for the library `idb` in a station's thread: a store of items by `id` that outlives the thread. */
export async function openDB() {
  return {
    getAllFromIndex: () => request({ op: 'all' }),
    put: (_store: string, value: { id: string; at: number }) => request({ op: 'put', value }),
    delete: (_store: string, id: string) => request({ op: 'delete', id }),
  };
}
