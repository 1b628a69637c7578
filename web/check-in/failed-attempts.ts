import { recordAttempts, type StationRefusal } from '../../contract/check-in-overview.ts';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import {
  listQueued,
  type QueuedItem,
  type SendOutcome,
  saveQueued,
  sendQueued,
} from '../lib/offline-queue.ts';

const kind = 'refused scan';

/** A scan that this station turned away without asking the server. Of a code only whose pass it says to be is kept. */
interface RefusedHere {
  reason: StationRefusal;
  checkpoint: string;
  userId?: string;
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Remembers a scan that was turned away here, and tells the server as soon as there is a network. */
export async function queueFailedAttempt({ userId, ...refused }: RefusedHere): Promise<void> {
  const payload: RefusedHere = { ...refused, userId: userId && guid.test(userId) ? userId : undefined };
  try {
    await saveQueued({ id: createIdempotencyKey(), kind, payload, at: Date.now(), tries: 0, notBefore: 0 });
    await sendFailedAttempts();
  } catch (error) {
    // Nobody at the door waits for this.
    console.warn(error);
  }
}

/** When those that wait are to be sent, in milliseconds each. */
export async function areAttemptsDue(): Promise<number[]> {
  return (await listQueued(kind)).map(({ notBefore }) => notBefore);
}

/** Sends the scans that were turned away here and wait on this device. */
export function sendFailedAttempts(): Promise<void> {
  return sendQueued<RefusedHere>(kind, report);
}

async function report({ id: key, payload, at }: QueuedItem<RefusedHere>): Promise<SendOutcome> {
  const attempts = [{ key, ...payload, at: new Date(at).toISOString() }];
  await call(recordAttempts, { body: { attempts } }).catch((error: unknown) => {
    // What the server will never understand does not wait for ever.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  });
  return { kind: 'done' };
}
