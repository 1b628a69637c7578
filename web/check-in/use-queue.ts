import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckIn } from '../../contract/check-in.ts';
import {
  forgetWaiting,
  keepWaiting,
  onOutboxChange,
  sendWaiting,
  type Waiting,
  waiting,
} from '../lib/offline-queue.ts';
import { useOnline } from '../lib/online.ts';
import { handIn, type QueuedCheckIn, queueKind, queueWords } from './check-in-queue.ts';
import { refusalsDue, sendRefusals } from './failed-attempts.ts';

const LOOK_AGAIN = 15_000;

export type Queue = ReturnType<typeof useQueue>;

/**
 * The check-ins of this device that the server has not answered. They are sent when they come, when the network or the
 * page comes back, when their pause is over, and every 15 s; and with them, unseen, the scans that were turned away here.
 */
export function useQueue(told: {
  onAdmitted: (key: string, checkIn: CheckIn) => void;
  onTrouble: () => void;
}) {
  const online = useOnline();
  const [items, setItems] = useState<Waiting<QueuedCheckIn>[]>([]);
  const [unseen, setUnseen] = useState<number[]>([]);
  const [sending, setSending] = useState<{ at: number; of: number }>();
  const latest = useRef(told);
  useEffect(() => {
    latest.current = told;
  });

  const send = useCallback(async () => {
    await sendWaiting<QueuedCheckIn>(
      queueKind,
      async (item) => {
        const sent = await handIn(item, latest.current.onAdmitted);
        if (sent.kind === 'trouble') latest.current.onTrouble();
        return sent;
      },
      (at, of) => setSending({ at, of }),
    ).catch((error: unknown) => console.warn(error));
    setSending(undefined);
    await sendRefusals().catch((error: unknown) => console.warn(error));
  }, []);

  useEffect(() => {
    const warn = (error: unknown) => console.warn(error);
    const read = () =>
      Promise.all([
        waiting<QueuedCheckIn>(queueKind).then(setItems, warn),
        refusalsDue().then(setUnseen, warn),
      ]);
    void read();
    return onOutboxChange(() => void read());
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
    words: queueWords({ waiting: items.length - troubled, troubled, sending, online }),
    keep: keepWaiting<QueuedCheckIn>,
    forget: forgetWaiting,
    retry: ({ trouble: _, ...item }: Waiting<QueuedCheckIn>) => keepWaiting({ ...item, notBefore: 0 }),
  };
}
