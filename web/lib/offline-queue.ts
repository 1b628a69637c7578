import type { DBSchema } from 'idb';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ProblemCode } from '../../contract/errors.ts';
import { ApiError, getErrorMessage, isFinalRefusal } from './api-error.ts';
import { refreshSessionAfter } from './call.ts';
import { createDatabase } from './device-database.ts';
import { listenTo } from './listen-to.ts';
import { createIdempotencyKey } from './new-key.ts';
import { useOnline } from './online.ts';

/** Something that was done on this device and that the server has not confirmed. */
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
  /** Why the server refused it for good: it stays until a person has seen that. */
  trouble?: string;
}

interface Schema extends DBSchema {
  items: { key: string; value: QueuedItem<unknown>; indexes: { at: number } };
}

const withQueue = createDatabase<Schema>(
  'outbox',
  1,
  (created) => void created.createObjectStore('items', { keyPath: 'id' }).createIndex('at', 'at'),
);

// Other tabs of this device show the same queue.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined;
const changes = new EventTarget();
channel?.addEventListener('message', () => changes.dispatchEvent(new Event('change')));

function notifyChange(): void {
  changes.dispatchEvent(new Event('change'));
  channel?.postMessage('change');
}

/** Calls `listener` whenever the queue changes, in this tab or another; returns the function that unsubscribes. */
const onQueueChange = (listener: () => void) => listenTo(changes, ['change'], listener);

// The device may hold what a half-written disk left: an item that cannot be sent is not listed.
function isReadable({ id, payload, at, tries, notBefore }: QueuedItem<unknown>): boolean {
  const numbers = [at, tries, notBefore];
  return typeof id === 'string' && payload != null && numbers.every(Number.isFinite);
}

/** Returns the items of a kind that wait, oldest first. */
export async function listQueued<Payload>(kind: string): Promise<QueuedItem<Payload>[]> {
  const all = await withQueue(
    (database) => database.getAllFromIndex('items', 'at'),
    () => [],
  );
  return all.filter((item) => item.kind === kind && isReadable(item)) as QueuedItem<Payload>[];
}

/** Stores an item to send, or its new state; it survives a reload and an empty battery. */
export async function saveQueued<Payload>(item: QueuedItem<Payload>): Promise<void> {
  await saveAll([item]);
}

async function saveAll<Payload>(items: QueuedItem<Payload>[]): Promise<void> {
  await withQueue((database) => Promise.all(items.map((item) => database.put('items', item))));
  notifyChange();
}

/**
 * Awaits the call for an item: done, or why the server refused it for good. Throws when no answer came, or one that may be
 * another later. `final` and `waits` are the codes that differ from `isFinalRefusal`.
 */
export async function toOutcome(
  sent: Promise<unknown>,
  { final = [], waits = [] }: { final?: ProblemCode[]; waits?: ProblemCode[] } = {},
): Promise<SendOutcome> {
  try {
    await sent;
    return { kind: 'done' };
  } catch (error) {
    const has = (codes: string[]) => error instanceof ApiError && codes.includes(error.code);
    refreshSessionAfter(error);
    if (has(waits) || !(isFinalRefusal(error) || has(final))) throw error;
    return { kind: 'trouble', message: getErrorMessage(error, 'The server did not accept it.') };
  }
}

/** Deletes an item: the server has it, or a person has discarded it. */
export async function deleteQueued(id: string): Promise<void> {
  await withQueue((database) => database.delete('items', id));
  notifyChange();
}

/** Deletes what somebody has asked for themselves: everything of the kinds that end with the id of a person. */
export async function deletePersonal(): Promise<void> {
  const all = await withQueue(
    (database) => database.getAll('items'),
    () => [],
  );
  const personal = all.filter(({ kind }) => / [0-9a-f-]{36}$/.test(kind));
  await Promise.all(personal.map(({ id }) => deleteQueued(id)));
}

/** Returns how long to wait after failed tries, in milliseconds: 0.5, 1, 2 and at most 4 s. */
export function computeBackoff(tries: number): number {
  return Math.min(4000, 500 * 2 ** (tries - 1));
}

export type SendOutcome = { kind: 'done' } | { kind: 'trouble'; message: string };

// One lost answer is bad luck; this many in a row mean that there is no network.
const maxLost = 2;

/**
 * Sends what waits (`useOfflineQueue` says when), oldest first, one after the other and in one tab only; returns how
 * many the server has taken. `send` throws when no answer came; after two such in a row the rest pauses too, because it
 * would fare no better. With the first answer the server is back, and the items that were pausing are sent as well.
 */
export async function sendQueued<Payload>(
  kind: string,
  send: (item: QueuedItem<Payload>) => Promise<SendOutcome>,
): Promise<number> {
  let done = 0;
  await runExclusively(`outbox ${kind}`, async () => {
    const now = Date.now();
    const untroubled = (await listQueued<Payload>(kind)).filter(({ trouble }) => !trouble);
    const line = untroubled.filter(({ notBefore }) => notBefore <= now);
    // An item that was never sent from here may be on its way at this moment, from the page that stored it.
    const pausing = untroubled.filter(({ notBefore, tries }) => notBefore > now && tries > 1);
    let lost = 0;
    let tries = 1;
    for (let at = 0, item = line[at]; item && lost < maxLost; at += 1, item = line[at]) {
      try {
        const sent = await send(item);
        if (sent.kind === 'done') {
          await deleteQueued(item.id);
          done += 1;
        } else {
          await saveQueued({ ...item, trouble: sent.message });
        }
        line.push(...pausing.splice(0));
        lost = 0;
        tries = 1;
      } catch (error) {
        console.warn(error);
        lost += 1;
        // Counted since the last answer: bad luck long ago is no reason for a long pause now.
        tries = Math.max(tries, at < lost ? item.tries : 1) + 1;
        await pause(lost < maxLost ? [item] : line.slice(at), tries);
      }
    }
  });
  return done;
}

function pause<Payload>(items: QueuedItem<Payload>[], tries: number): Promise<void> {
  const notBefore = Date.now() + computeBackoff(tries);
  return saveAll(items.map((item) => ({ ...item, tries, notBefore })));
}

/** Returns false when the work is being done already, in this tab or another. */
export async function runExclusively(name: string, work: () => Promise<void>): Promise<boolean> {
  const run = () => work().then(() => true);
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : false));
}

const retryInterval = 15_000;

/** Calls `send` when the network or the page comes back, every 15 s, and at `next`, in milliseconds. */
export function useSending(send: () => unknown, next: { at: number }, enabled = true): void {
  const isOn = useOnline() && enabled;
  const sendNow = useEffectEvent(() => void send());
  useEffect(() => {
    if (isOn) sendNow();
    if (!enabled) return;
    const onVisible = () => !document.hidden && sendNow();
    const timer = setInterval(() => sendNow(), retryInterval);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [enabled, isOn]);
  useEffect(() => {
    if (!isOn || !Number.isFinite(next.at)) return;
    const timer = setTimeout(() => sendNow(), Math.max(0, next.at - Date.now()));
    return () => clearTimeout(timer);
  }, [isOn, next]);
}

interface OfflineQueueOptions<Payload> {
  send: (item: QueuedItem<Payload>) => Promise<SendOutcome>;
  /** Called after a run with how many items the server has taken in it. */
  onSent?: (count: number) => void;
  /** False while nothing can be taken: the items wait. */
  enabled?: boolean;
}

/**
 * The items of a kind that wait on this device. They are sent when they come, when the network or the page comes back, when
 * their pause is over, and every 15 s.
 */
export function useOfflineQueue<Payload>(kind: string, options: OfflineQueueOptions<Payload>) {
  const online = useOnline();
  const [items, setItems] = useState<QueuedItem<Payload>[]>([]);
  const send = async () => {
    const count = await sendQueued<Payload>(kind, options.send).catch((error: unknown) =>
      console.warn(error),
    );
    if (count) options.onSent?.(count);
  };
  useEffect(() => {
    const read = () => void listQueued<Payload>(kind).then(setItems, (error: unknown) => console.warn(error));
    read();
    return onQueueChange(read);
  }, [kind]);
  // At every change of the items: one that came while others were sent has to be sent too.
  const next = useMemo(
    () => ({ at: Math.min(...items.filter(({ trouble }) => !trouble).map(({ notBefore }) => notBefore)) }),
    [items],
  );
  useSending(send, next, options.enabled);

  /** Puts something into the queue. Without storage, as in some private windows, it is sent at once or lost. */
  const add = (payload: Payload) => {
    const item = { id: createIdempotencyKey(), kind, payload, at: Date.now(), tries: 0, notBefore: 0 };
    void saveQueued(item).catch(() => options.send(item));
  };

  return { items, online, add };
}
