import type { CheckIn } from '../../../contract/event-day/check-in.ts';
import type { WalkInFields } from '../../../contract/event-day/walk-ins.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { isFinalRefusal } from '../../lib/api-error.ts';
import type { QueuedItem, SendOutcome } from '../../lib/offline-queue.ts';
import { callAdmitWalkIn, callSyncCheckIns } from './check-in.api.ts';

/**
 * A check-in made on this device: ids only where they are enough, because the device may belong to anybody. Of a walk-in
 * `userId` is the id in the list; what was typed at this station stays until it is sent.
 */
export interface QueuedCheckIn {
  userId: string;
  /** Of somebody who is not on this device's list: typed at this station, then the server's. */
  name?: string;
  walkIn?: { person?: WalkInFields };
  pass?: string;
  checkpoint: string;
}

export function formatQueueState({
  waiting,
  troubled,
  sending,
  online,
}: {
  waiting: number;
  troubled: number;
  sending?: { at: number; of: number };
  online: boolean;
}): string {
  if (troubled > 0) return `${formatCount(troubled, 'needs', 'need')} attention`;
  if (sending) return `Syncing ${sending.at} of ${sending.of}`;
  const state = waiting > 0 ? `${waiting} waiting to sync` : 'All check-ins synced';
  return online ? state : `Offline. ${state}`;
}

// After this time a call counts as lost, in milliseconds; the other items wait for it.
const sendTimeout = 10_000;

/**
 * Sends one check-in that was made without an answer, for `useQueuedCheckIns`; when and in which order is decided by `sendQueued`
 * in `web/lib/offline-queue.ts`, which tries again after a throw. `onAdmitted` is called when the server has accepted it. Throws
 * ApiError when no answer came.
 */
export async function sendQueuedCheckIn(
  { id: key, payload, at }: QueuedItem<QueuedCheckIn>,
  onAdmitted: (key: string, checkIn: CheckIn) => void,
): Promise<SendOutcome<QueuedCheckIn>> {
  const { walkIn, name: typedName, ...scan } = payload;
  const moment = new Date(at).toISOString();
  const signal = AbortSignal.timeout(sendTimeout);
  const sent = walkIn
    ? callAdmitWalkIn(key, { ...walkIn, at: moment }, signal).then(
        ({ data }) => ({ outcome: 'admitted', data, name: undefined, message: undefined }) as const,
      )
    : callSyncCheckIns({ checkIns: [{ key, ...scan, at: moment }] }, key, signal).then(
        ({ results }) => results[0],
      );
  const result = await sent.catch((error: unknown) => {
    // Anything else may be answered differently later, to a person who has to sign in again too.
    if (isFinalRefusal(error)) return { message: error.message, name: undefined };
    throw error;
  });
  if (result && 'data' in result && result.outcome === 'admitted' && result.data) {
    onAdmitted(key, result.data);
    return { kind: 'done' };
  }
  // The person is in, and no organizer has anything to decide.
  if (result && 'outcome' in result && result.outcome === 'already') return { kind: 'done' };
  // The server's name replaces the typed one.
  const known = result && 'data' in result ? result.data?.name : undefined;
  return {
    kind: 'trouble',
    message: result?.message ?? texts.checkIn.failed,
    payload: { ...payload, name: known ?? result?.name ?? typedName },
  };
}
