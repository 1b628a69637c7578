import { checkInParticipant } from '../../contract/check-in.ts';
import { texts } from '../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { isConnectionLost } from '../lib/connection-lost.ts';
import { deleteQueued, type QueuedItem, saveQueued } from '../lib/offline-queue.ts';
import { addToCheckedInList } from './check-in.api.ts';
import { type QueuedCheckIn, queueKind } from './check-in-queue.ts';
import { toAdmitted, toRefused, toSaved } from './outcomes.ts';
import type { ScanFlowEvent, ScannedParticipant } from './scan-flow.ts';

// Longer than this nobody waits for an answer, in milliseconds: the check-in is safe on this device.
const PATIENCE = 4000;

/**
 * Lets somebody in and says what came of it. It is kept on this device before it is sent, so that whatever happens in
 * between, nobody who was let in is lost; without an answer it stays there and waits.
 */
export async function admitParticipant(
  candidate: ScannedParticipant,
  key: string,
  checkpoint: string,
): Promise<ScanFlowEvent> {
  const { userId, pass, name } = candidate;
  const payload = { userId, pass, checkpoint };
  const item = { id: key, kind: queueKind, payload, at: Date.now(), tries: 1 };
  const isKept = await keep({ ...item, notBefore: item.at + 2 * PATIENCE });
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { data } = await call(checkInParticipant, { body: payload, idempotencyKey: key, signal });
    await forget(key);
    addToCheckedInList(data);
    return { type: 'over', outcome: toAdmitted(data) };
  } catch (error) {
    if (isConnectionLost(error) && isKept) {
      await keep({ ...item, notBefore: Date.now() + 500 });
      return { type: 'over', outcome: toSaved(name, key) };
    }
    await forget(key);
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
    if (isRefused) return { type: 'over', outcome: toRefused(error, name) };
    return { type: 'lost', trouble: getErrorMessage(error, texts.checkIn.failed) };
  }
}

/** False where the browser has no room or no storage, as in some private windows. */
function keep(item: QueuedItem<QueuedCheckIn>): Promise<boolean> {
  return saveQueued(item).then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
}

function forget(key: string): Promise<void> {
  return deleteQueued(key).catch((error: unknown) => console.warn(error));
}
