import { useEffect } from 'react';
import type { CheckIn } from '../../../contract/event-day/check-in.ts';
import { checkInKind, deleteQueued, type QueuedItem, saveQueued } from '../../lib/offline-queue.ts';
import { useOfflineQueue } from '../../lib/use-offline-queue.ts';
import { useRefusedScanQueue } from './refused-scan-queue.ts';
import { formatQueueState, type QueuedCheckIn, sendQueuedCheckIn } from './send-queued-check-in.ts';

export type QueuedCheckIns = ReturnType<typeof useQueuedCheckIns>;

/**
 * The check-ins of this device that the server has not answered. Each is sent at once, and again when the network or the page
 * comes back and every 15 s (`use-offline-queue.ts`), and stays on the device until the server has answered. Scans that the
 * device refused while offline are stored and sent in the same way, without being shown. A station also stores the roster, the list of who is
 * checked in and the walk-ins, fetched in `check-in.api.ts` (`lib/offline-cache.ts` lists what a device stores).
 */
export function useQueuedCheckIns(handlers: {
  onAdmitted: (key: string, checkIn: CheckIn) => void;
  onTrouble: () => void;
}) {
  useRefusedScanQueue();
  const { items, sending, online } = useOfflineQueue<QueuedCheckIn>(checkInKind, {
    send: async (item) => {
      const sent = await sendQueuedCheckIn(item, handlers.onAdmitted);
      if (sent.kind === 'trouble') handlers.onTrouble();
      return sent;
    },
  });

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
    summary: formatQueueState({ waiting: items.length - troubled, troubled, sending, online }),
    discard: deleteQueued,
    retry: ({ trouble: _, ...item }: QueuedItem<QueuedCheckIn>) => saveQueued({ ...item, notBefore: 0 }),
  };
}
