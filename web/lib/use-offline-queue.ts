import { useCallback, useEffect, useRef, useState } from 'react';
import { createIdempotencyKey } from './new-key.ts';
import {
  listQueued,
  onQueueChange,
  type QueuedItem,
  type SendOutcome,
  saveQueued,
  sendQueued,
} from './offline-queue.ts';
import { useOnline } from './online.ts';

const retryInterval = 15_000;
const warn = (error: unknown) => console.warn(error);

interface OfflineQueueOptions<Payload> {
  send: (item: QueuedItem<Payload>) => Promise<SendOutcome<Payload>>;
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
  const { enabled = true } = options;
  const online = useOnline();
  const [items, setItems] = useState<QueuedItem<Payload>[]>([]);
  const [sending, setSending] = useState<{ at: number; of: number }>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const send = useCallback(async () => {
    const count = await sendQueued<Payload>(
      kind,
      (item) => latest.current.send(item),
      (at, of) => setSending({ at, of }),
    ).catch((error) => {
      warn(error);
      return 0;
    });
    // The progress of a run that goes on is not this one's to clear.
    if (count === undefined) return;
    setSending(undefined);
    if (count) latest.current.onSent?.(count);
  }, [kind]);

  useEffect(() => {
    const read = () => void listQueued<Payload>(kind).then(setItems, warn);
    read();
    return onQueueChange(read);
  }, [kind]);

  useEffect(() => {
    if (!enabled) return;
    if (online) void send();
    const onVisible = () => !document.hidden && void send();
    const timer = setInterval(() => void send(), retryInterval);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [enabled, online, send]);

  useEffect(() => {
    // At every change of the items: one that came while others were sent has to be sent too.
    const due = Math.min(...items.filter(({ trouble }) => !trouble).map(({ notBefore }) => notBefore));
    if (!enabled || !online || !Number.isFinite(due)) return;
    const timer = setTimeout(() => void send(), Math.max(0, due - Date.now()));
    return () => clearTimeout(timer);
  }, [enabled, items, online, send]);

  /** Puts something into the queue. Without storage, as in some private windows, it is sent at once or lost. */
  const add = (payload: Payload) => {
    const item = { id: createIdempotencyKey(), kind, payload, at: Date.now(), tries: 0, notBefore: 0 };
    void saveQueued(item).catch(() => latest.current.send(item));
  };

  return { items, sending, online, add };
}
