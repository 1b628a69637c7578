import type { CheckIn, CheckInSent } from '../../../contract/event-day/check-in.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import {
  ApiError,
  getErrorMessage,
  isConnectionLost,
  isFinalRefusal,
  isRefusal,
} from '../../lib/api-error.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import {
  checkInKind,
  deleteQueued,
  type QueuedItem,
  type SendOutcome,
  saveQueued,
} from '../../lib/offline-queue.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addToCheckedInList, callCheckInParticipant, walkInsQuery } from './check-in.api.ts';
import { toAdmitted, toRefused, toSaved } from './outcomes.ts';
import type { Confirmed, ScannedParticipant } from './scan-flow.ts';

/**
 * A check-in made on this device: ids only where they are enough, because the device may belong to anybody. What was typed at
 * this station about a walk-in stays until it is sent.
 */
export interface QueuedCheckIn extends Omit<CheckInSent, 'at' | 'undoneAfter'> {
  checkpoint: string;
  /** The name of somebody not on this device's list, as typed at this station; the server's name replaces it. */
  name?: string;
  /** The check-in of this key was taken back after so many seconds: it is sent once more, to be in the log, undone. */
  undoes?: { key: string; after: number };
}

// How long to wait for an answer, in milliseconds: at the station, where the check-in is stored already, and later, when the
// other items wait for it.
const answerTimeout = 4000;
const sendTimeout = 10_000;

/** Makes the one call of a check-in, under its one key; with `at`, the time it happened, when it was sent before. */
async function sendCheckIn(key: string, sent: QueuedCheckIn, timeout: number, at?: number): Promise<CheckIn> {
  const { name: _, undoes, ...scan } = sent;
  const body = { ...scan, ...(at && { at: new Date(at).toISOString() }), undoneAfter: undoes?.after };
  return (await callCheckInParticipant(body, undoes?.key ?? key, AbortSignal.timeout(timeout))).data;
}

/**
 * Checks somebody in and returns the outcome. The check-in is stored on this device before it is sent, so that it cannot be
 * lost; without an answer it stays there and is sent later.
 */
export async function admitParticipant(
  candidate: ScannedParticipant,
  key: string,
  { checkpoint, isEntrance }: { checkpoint: string; isEntrance: boolean },
): Promise<Confirmed> {
  const { name, walkIn, dietaryRestrictions, tShirtSize, hint } = candidate;
  const handOut = [dietaryRestrictions, tShirtSize].filter(Boolean).join(', ') || undefined;
  const payload = toQueued(candidate, checkpoint);
  const item = { id: key, kind: checkInKind, payload, at: Date.now(), tries: 1 };
  const isStored = await store({ ...item, notBefore: item.at + 2 * answerTimeout });
  try {
    const checkIn = await sendCheckIn(key, payload, answerTimeout);
    await remove(key);
    if (walkIn) void queryClient.invalidateQueries(walkInsQuery);
    addToCheckedInList(checkIn);
    return { outcome: toAdmitted(checkIn, { isEntrance, handOut, hint }) };
  } catch (error) {
    if (isConnectionLost(error) && isStored) {
      await store({ ...item, notBefore: Date.now() + 500 });
      return { outcome: toSaved(candidate, key, handOut) };
    }
    await remove(key);
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
    if (isRefused) return { outcome: toRefused(error, name) };
    return { trouble: getErrorMessage(error, texts.checkIn.failed) };
  }
}

function toQueued({ userId, pass, name, unlisted, walkIn }: ScannedParticipant, checkpoint: string) {
  return { userId, pass, checkpoint, ...(unlisted && { name }), ...(walkIn && { walkIn }) };
}

/** The keys of check-ins taken back on this page. If one is refused later, there is nothing to say about it. */
const undone = new Set<string>();

/** Takes back a check-in made here `at` a moment in milliseconds: sent as everything else, now or when there is a network. */
export async function undoCheckIn(
  candidate: ScannedParticipant,
  { key, at, checkpoint }: { key: string; at: number; checkpoint: string },
): Promise<void> {
  undone.add(key);
  const after = Math.min(limits.checkIn.undoSeconds, Math.round((Date.now() - at) / 1000));
  const payload: QueuedCheckIn = { ...toQueued(candidate, checkpoint), undoes: { key, after } };
  await saveQueued({ id: createIdempotencyKey(), kind: checkInKind, payload, at, tries: 1, notBefore: 0 });
  // The check-in itself waits no longer: the other item sends it too.
  await remove(key);
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

/**
 * Sends one check-in that was made without an answer, for `useQueuedCheckIns`: when, says `useOfflineQueue`; in which order,
 * `sendQueued` beside it, which tries again after a throw. `onAdmitted` is called when the person is in.
 * Throws ApiError when no answer came.
 */
export async function sendQueuedCheckIn(
  { id: key, payload, at }: QueuedItem<QueuedCheckIn>,
  onAdmitted: (key: string, checkIn: CheckIn) => void,
): Promise<SendOutcome<QueuedCheckIn>> {
  try {
    const checkIn = await sendCheckIn(key, payload, sendTimeout, at);
    if (payload.undoes) void queryClient.invalidateQueries({ queryKey: ['check-ins', 'list'] });
    else onAdmitted(key, checkIn);
    return { kind: 'done' };
  } catch (error) {
    // Anything else may be answered differently later, to a person who has to sign in again too.
    if (!isFinalRefusal(error) && !isRefusal(error)) throw error;
    // Nobody is in by what was taken back.
    if (payload.undoes || undone.has(key)) return { kind: 'done' };
    // The server's name replaces the typed one.
    const message = error.message || texts.checkIn.failed;
    return { kind: 'trouble', message, payload: { ...payload, name: error.person ?? payload.name } };
  }
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
