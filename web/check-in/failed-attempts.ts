import { reportAttempts, type StationRefusal } from '../../contract/check-in-overview.ts';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { newKey } from '../lib/new-key.ts';
import { keepWaiting, type Sent, sendWaiting, type Waiting, waiting } from '../lib/offline-queue.ts';

const kind = 'refused scan';

/** A scan that this station turned away without asking the server. Of a code only whose pass it says to be is kept. */
interface RefusedHere {
  reason: StationRefusal;
  checkpoint: string;
  userId?: string;
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Remembers a scan that was turned away here, and tells the server as soon as there is a network. */
export async function turnedAwayHere({ userId, ...refused }: RefusedHere): Promise<void> {
  const payload: RefusedHere = { ...refused, userId: userId && guid.test(userId) ? userId : undefined };
  try {
    await keepWaiting({ id: newKey(), kind, payload, at: Date.now(), tries: 0, notBefore: 0 });
    await sendRefusals();
  } catch (error) {
    // Nobody at the door waits for this.
    console.warn(error);
  }
}

/** When those that wait are to be sent, in milliseconds each. */
export async function refusalsDue(): Promise<number[]> {
  return (await waiting(kind)).map(({ notBefore }) => notBefore);
}

/** Sends the scans that were turned away here and wait on this device. */
export function sendRefusals(): Promise<void> {
  return sendWaiting<RefusedHere>(kind, report);
}

async function report({ id: key, payload, at }: Waiting<RefusedHere>): Promise<Sent> {
  const attempts = [{ key, ...payload, at: new Date(at).toISOString() }];
  await call(reportAttempts, { body: { attempts } }).catch((error: unknown) => {
    // What the server will never understand does not wait for ever.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  });
  return { kind: 'done' };
}
