import { texts } from '../../../contract/texts.ts';
import { ApiError, getErrorMessage, isConnectionLost } from '../../lib/api-error.ts';
import { checkInKind, deleteQueued, type QueuedItem, saveQueued } from '../../lib/offline-queue.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addToCheckedInList, callAdmitWalkIn, callCheckInParticipant, walkInsQuery } from './check-in.api.ts';
import { toAdmitted, toRefused, toSaved } from './outcomes.ts';
import type { ScanFlowEvent, ScannedParticipant } from './scan-flow.ts';
import type { QueuedCheckIn } from './send-queued-check-in.ts';

// How long to wait for an answer, in milliseconds; the check-in is already stored on this device.
const answerTimeout = 4000;

/**
 * Checks somebody in and returns the outcome. The check-in is stored on this device before it is sent, so that it cannot be
 * lost; without an answer it stays there and is sent later.
 */
export async function admitParticipant(
  candidate: ScannedParticipant,
  key: string,
  { checkpoint, isEntrance }: { checkpoint: string; isEntrance: boolean },
): Promise<ScanFlowEvent> {
  const { userId, pass, name, unlisted, walkIn, dietaryRestrictions, tShirtSize } = candidate;
  const handOut = [dietaryRestrictions, tShirtSize].filter(Boolean).join(', ') || undefined;
  const payload = { userId, pass, checkpoint, ...(unlisted && { name }), ...(walkIn && { walkIn }) };
  const item = { id: key, kind: checkInKind, payload, at: Date.now(), tries: 1 };
  const isStored = await store({ ...item, notBefore: item.at + 2 * answerTimeout });
  try {
    const signal = AbortSignal.timeout(answerTimeout);
    const { data } = walkIn
      ? await callAdmitWalkIn(key, walkIn, signal)
      : await callCheckInParticipant({ userId, pass, checkpoint }, key, signal);
    await remove(key);
    if (walkIn) void queryClient.invalidateQueries(walkInsQuery);
    addToCheckedInList(data);
    return { type: 'over', outcome: toAdmitted(data, { isEntrance, handOut }) };
  } catch (error) {
    if (isConnectionLost(error) && isStored) {
      await store({ ...item, notBefore: Date.now() + 500 });
      return { type: 'over', outcome: toSaved(candidate, key, handOut) };
    }
    await remove(key);
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
    if (isRefused) return { type: 'over', outcome: toRefused(error, name) };
    return { type: 'lost', trouble: getErrorMessage(error, texts.checkIn.failed) };
  }
}

/** Returns false when the browser has no space or no storage, as in some private windows. */
function store(item: QueuedItem<QueuedCheckIn>): Promise<boolean> {
  return saveQueued(item).then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
}

function remove(key: string): Promise<void> {
  return deleteQueued(key).catch((error: unknown) => console.warn(error));
}
