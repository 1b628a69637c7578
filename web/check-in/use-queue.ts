import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckIn } from '../../contract/check-in.ts';
import {
  deleteQueued,
  listQueued,
  onQueueChange,
  type QueuedItem,
  saveQueued,
  sendQueued,
} from '../lib/offline-queue.ts';
import { useOnline } from '../lib/online.ts';
import { formatQueueState, type QueuedCheckIn, queueKind, sendQueuedCheckIn } from './check-in-queue.ts';
import { areAttemptsDue, sendFailedAttempts } from './failed-attempts.ts';

const LOOK_AGAIN = 15_000;

export type CheckInQueue = ReturnType<typeof useCheckInQueue>;

/**
 * The check-ins of this device that the server has not answered. They are sent when they come, when the network or the
 * page comes back, when their pause is over, and every 15 s; and with them, unseen, the scans that were turned away here.
 */
export function useCheckInQueue(told: {
  onAdmitted: (key: string, checkIn: CheckIn) => void;
  onTrouble: () => void;
}) {
  const online = useOnline();
  const [items, setItems] = useState<QueuedItem<QueuedCheckIn>[]>([]);
  const [unseen, setUnseen] = useState<number[]>([]);
  const [sending, setSending] = useState<{ at: number; of: number }>();
  const latest = useRef(told);
  useEffect(() => {
    latest.current = told;
  });

  const send = useCallback(async () => {
    await sendQueued<QueuedCheckIn>(
      queueKind,
      async (item) => {
        const sent = await sendQueuedCheckIn(item, latest.current.onAdmitted);
        if (sent.kind === 'trouble') latest.current.onTrouble();
        return sent;
      },
      (at, of) => setSending({ at, of }),
    ).catch((error: unknown) => console.warn(error));
    setSending(undefined);
    await sendFailedAttempts().catch((error: unknown) => console.warn(error));
  }, []);

  useEffect(() => {
    const warn = (error: unknown) => console.warn(error);
    const read = () =>
      Promise.all([
        listQueued<QueuedCheckIn>(queueKind).then(setItems, warn),
        areAttemptsDue().then(setUnseen, warn),
      ]);
    void read();
    return onQueueChange(() => void read());
  }, []);

  useEffect(() => {
    if (online) void send();
    const visible = () => !document.hidden && void send();
    const timer = setInterval(() => void send(), LOOK_AGAIN);
    document.addEventListener('visibilitychange', visible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', visible);
    };
  }, [online, send]);

  const due = Math.min(
    ...items.filter(({ trouble }) => !trouble).map(({ notBefore }) => notBefore),
    ...unseen,
  );
  useEffect(() => {
    if (!online || !Number.isFinite(due)) return;
    const timer = setTimeout(() => void send(), Math.max(0, due - Date.now()));
    return () => clearTimeout(timer);
  }, [due, online, send]);

  const isEmpty = items.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isEmpty]);

  const troubled = items.filter(({ trouble }) => trouble).length;
  return {
    items,
    troubled,
    words: formatQueueState({ waiting: items.length - troubled, troubled, sending, online }),
    keep: saveQueued<QueuedCheckIn>,
    forget: deleteQueued,
    retry: ({ trouble: _, ...item }: QueuedItem<QueuedCheckIn>) => saveQueued({ ...item, notBefore: 0 }),
  };
}
