import { type DBSchema, openDB } from 'idb';

/** Something that a person has done here and the server does not know yet. */
export interface QueuedItem<Payload> {
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
  items: { key: string; value: QueuedItem<unknown>; indexes: { at: number } };
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
export function onQueueChange(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}

/** Everything of a kind that waits, oldest first. */
export async function listQueued<Payload>(kind: string): Promise<QueuedItem<Payload>[]> {
  const all = await (await database()).getAllFromIndex('items', 'at');
  return all.filter((item) => item.kind === kind) as QueuedItem<Payload>[];
}

/** Keeps something to send, or what is new about it; it survives a reload and an empty battery. */
export async function saveQueued<Payload>(item: QueuedItem<Payload>): Promise<void> {
  await keepAll([item]);
}

async function keepAll<Payload>(items: QueuedItem<Payload>[]): Promise<void> {
  const opened = await database();
  await Promise.all(items.map((item) => opened.put('items', item)));
  tellChange();
}

/** Forgets something: the server has it, or a person has decided that it need not. */
export async function deleteQueued(id: string): Promise<void> {
  await (await database()).delete('items', id);
  tellChange();
}

/** How long to wait after so many tries in vain, in milliseconds: 0.5, 1, 2 and 4 s, and no longer, however long it lasts. */
export function computeBackoff(tries: number): number {
  return Math.min(4000, 500 * 2 ** (tries - 1));
}

/** What became of sending one item. */
export type SendOutcome = { kind: 'done' } | { kind: 'trouble'; message: string };

// One lost answer is bad luck; so many in a row are a network that is away.
const AWAY = 2;

/**
 * Sends what waits, oldest first, one after the other and in one tab only. `send` throws when no answer came; after two
 * such in a row the rest pauses too, because it would fare no better. With the first answer the server is there, and
 * whatever was pausing is sent as well. `progress` is told how far it is.
 */
export async function sendQueued<Payload>(
  kind: string,
  send: (item: QueuedItem<Payload>) => Promise<SendOutcome>,
  progress: (at: number, of: number) => void = () => undefined,
): Promise<void> {
  await alone(`outbox ${kind}`, async () => {
    const now = Date.now();
    const untroubled = (await listQueued<Payload>(kind)).filter(({ trouble }) => !trouble);
    const line = untroubled.filter(({ notBefore }) => notBefore <= now);
    // What was never sent from here may be on its way at this moment, from the page that keeps it.
    const pausing = untroubled.filter(({ notBefore, tries }) => notBefore > now && tries > 1);
    let lost = 0;
    let tries = 1;
    for (let at = 0, item = line[at]; item && lost < AWAY; at += 1, item = line[at]) {
      progress(at + 1, line.length);
      try {
        const sent = await send(item);
        if (sent.kind === 'done') await deleteQueued(item.id);
        else await saveQueued({ ...item, trouble: sent.message });
        line.push(...pausing.splice(0));
        lost = 0;
        tries = 1;
      } catch (error) {
        console.warn(error);
        lost += 1;
        // Counted since the last answer: somebody's bad luck long ago is no reason for a long pause now.
        tries = Math.max(tries, at < lost ? item.tries : 1) + 1;
        await pause(lost < AWAY ? [item] : line.slice(at), tries);
      }
    }
  });
}

function pause<Payload>(items: QueuedItem<Payload>[], tries: number): Promise<void> {
  const notBefore = Date.now() + computeBackoff(tries);
  return keepAll(items.map((item) => ({ ...item, tries, notBefore })));
}

async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
