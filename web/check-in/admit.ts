import { checkInPerson } from '../../contract/check-in.ts';
import { texts } from '../../contract/texts.ts';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { forgetWaiting, keepWaiting, type Waiting } from '../lib/offline-queue.ts';
import { showCheckedIn } from './check-in.api.ts';
import { type QueuedCheckIn, queueKind } from './check-in-queue.ts';
import { isLost } from './connection-lost.ts';
import { admitted, saved, turnedAway } from './outcomes.ts';
import type { Candidate, FlowEvent } from './scan-flow.ts';

// Longer than this nobody waits for an answer, in milliseconds: the check-in is safe on this device.
const PATIENCE = 4000;

/**
 * Lets somebody in and says what came of it. It is kept on this device before it is sent, so that whatever happens in
 * between, nobody who was let in is lost; without an answer it stays there and waits.
 */
export async function letIn(candidate: Candidate, key: string, checkpoint: string): Promise<FlowEvent> {
  const { userId, pass, name } = candidate;
  const payload = { userId, pass, checkpoint };
  const item = { id: key, kind: queueKind, payload, at: Date.now(), tries: 1 };
  const isKept = await keep({ ...item, notBefore: item.at + 2 * PATIENCE });
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { data } = await call(checkInPerson, { body: payload, idempotencyKey: key, signal });
    await forget(key);
    showCheckedIn(data);
    return { type: 'over', outcome: admitted(data) };
  } catch (error) {
    if (isLost(error) && isKept) {
      await keep({ ...item, notBefore: Date.now() + 500 });
      return { type: 'over', outcome: saved(name, key) };
    }
    await forget(key);
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
    if (isRefused) return { type: 'over', outcome: turnedAway(error, name) };
    return { type: 'lost', trouble: messageOf(error, texts.checkIn.failed) };
  }
}

/** False where the browser has no room or no storage, as in some private windows. */
function keep(item: Waiting<QueuedCheckIn>): Promise<boolean> {
  return keepWaiting(item).then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
}

function forget(key: string): Promise<void> {
  return forgetWaiting(key).catch((error: unknown) => console.warn(error));
}
