import { type DBSchema, openDB } from 'idb';

/** Something that a person has done here and the server does not know yet. */
export interface Waiting<Payload> {
  /** Also the idempotency key under which it is sent. */
  id: string;
  kind: string;
  payload: Payload;
  /** When it was done, in milliseconds. */
  at: number;
  tries: number;
  /** Not sent before this moment, in milliseconds. */
  notBefore: number;
  /** Why the server would not have it: it stays until a person has seen that. */
  trouble?: string;
}

interface Schema extends DBSchema {
  items: { key: string; value: Waiting<unknown>; indexes: { at: number } };
}

const database = () =>
  openDB<Schema>('outbox', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('items', { keyPath: 'id' }).createIndex('at', 'at'),
  });

// Other tabs of this device show the same queue.
const changes = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined;
const changed = new EventTarget();
changes?.addEventListener('message', () => changed.dispatchEvent(new Event('change')));

function tellChange(): void {
  changed.dispatchEvent(new Event('change'));
  changes?.postMessage('change');
}

/** Calls `listener` whenever the queue changes, here or in another tab; returns what ends that. */
export function onOutboxChange(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}

/** Everything of a kind that waits, oldest first. */
export async function waiting<Payload>(kind: string): Promise<Waiting<Payload>[]> {
  const all = await (await database()).getAllFromIndex('items', 'at');
  return all.filter((item) => item.kind === kind) as Waiting<Payload>[];
}

/** Keeps something to send, or what is new about it; it survives a reload and an empty battery. */
export async function keepWaiting<Payload>(item: Waiting<Payload>): Promise<void> {
  await (await database()).put('items', item);
  tellChange();
}

/** Forgets something: the server has it, or a person has decided that it need not. */
export async function forgetWaiting(id: string): Promise<void> {
  await (await database()).delete('items', id);
  tellChange();
}

/** How long to wait after so many tries in vain, in milliseconds: 0.5, 1, 2, 4 s and so on, a minute at the most. */
export function pauseAfter(tries: number): number {
  return Math.min(60_000, 500 * 2 ** (tries - 1));
}

/** What became of sending one item. */
export type Sent = { kind: 'done' } | { kind: 'trouble'; message: string };

/**
 * Sends what waits, oldest first, one after the other and in one tab only. `send` throws when no answer came: the rest
 * then waits too, because it would fare no better. `progress` is told how far it is.
 */
export async function sendWaiting<Payload>(
  kind: string,
  send: (item: Waiting<Payload>) => Promise<Sent>,
  progress: (at: number, of: number) => void = () => undefined,
): Promise<void> {
  await alone(`outbox ${kind}`, async () => {
    const due = (await waiting<Payload>(kind)).filter(
      (item) => !item.trouble && item.notBefore <= Date.now(),
    );
    for (const [index, item] of due.entries()) {
      progress(index + 1, due.length);
      try {
        const sent = await send(item);
        if (sent.kind === 'done') await forgetWaiting(item.id);
        else await keepWaiting({ ...item, trouble: sent.message });
      } catch (error) {
        console.warn(error);
        const tries = item.tries + 1;
        await keepWaiting({ ...item, tries, notBefore: Date.now() + pauseAfter(tries) });
        return;
      }
    }
  });
}

async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
