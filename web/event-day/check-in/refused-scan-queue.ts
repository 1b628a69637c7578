import type { StationRefusal } from '../../../contract/event-day/check-in-overview.ts';
import { isFinalRefusal } from '../../lib/api-error.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { saveQueued, useOfflineQueue } from '../../lib/offline-queue.ts';
import { callRecordRefusedScans } from './check-in.api.ts';

const kind = 'refused scan';

/**
 * A scan that this station refused without asking the server, or a problem that a volunteer reported. Only the user id in a
 * code is stored.
 */
interface QueuedRefusedScan {
  reason: StationRefusal;
  checkpoint: string;
  userId?: string;
  note?: string;
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Stores a scan that was refused here, so that the server is told when there is a network. */
export async function queueRefusedScan({ userId, ...refused }: QueuedRefusedScan): Promise<void> {
  const payload: QueuedRefusedScan = { ...refused, userId: userId && guid.test(userId) ? userId : undefined };
  const item = { id: createIdempotencyKey(), kind, payload, at: Date.now(), tries: 0, notBefore: 0 };
  // Nobody at the station waits for this.
  await saveQueued(item).catch((error: unknown) => console.warn(error));
}

/** Sends the scans that this station has refused by itself. */
export function useRefusedScanQueue(): void {
  useOfflineQueue<QueuedRefusedScan>(kind, {
    send: async ({ id: key, payload, at }) => {
      const attempts = [{ key, ...payload, at: new Date(at).toISOString() }];
      await callRecordRefusedScans({ attempts }).catch((error: unknown) => {
        // What the server never understands does not wait forever.
        if (!isFinalRefusal(error)) throw error;
      });
      return { kind: 'done' };
    },
  });
}
