import type { CheckIn, CheckInSent } from '../../../contract/event-day/check-in.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { ApiError, getErrorMessage, isConnectionLost, isFinalRefusal } from '../../lib/api-error.ts';
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
export interface QueuedCheckIn extends Omit<CheckInSent, 'at'> {
  checkpoint: string;
  /** Of somebody who is not on this device's list: typed at this station, then the server's. */
  name?: string;
}

// How long to wait for an answer, in milliseconds: at the station, where the check-in is stored already, and later, when the
// other items wait for it.
const answerTimeout = 4000;
const sendTimeout = 10_000;

/** Makes the one call of a check-in, under its one key; with `at`, the time it happened, when it was sent before. */
async function sendCheckIn(key: string, sent: QueuedCheckIn, timeout: number, at?: number): Promise<CheckIn> {
  const { name: _, ...body } = { ...sent, ...(at && { at: new Date(at).toISOString() }) };
  return (await callCheckInParticipant(body, key, AbortSignal.timeout(timeout))).data;
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
  const { userId, pass, name, unlisted, walkIn, dietaryRestrictions, tShirtSize } = candidate;
  const handOut = [dietaryRestrictions, tShirtSize].filter(Boolean).join(', ') || undefined;
  const payload = { userId, pass, checkpoint, ...(unlisted && { name }), ...(walkIn && { walkIn }) };
  const item = { id: key, kind: checkInKind, payload, at: Date.now(), tries: 1 };
  const isStored = await store({ ...item, notBefore: item.at + 2 * answerTimeout });
  try {
    const checkIn = await sendCheckIn(key, payload, answerTimeout);
    await remove(key);
    if (walkIn) void queryClient.invalidateQueries(walkInsQuery);
    addToCheckedInList(checkIn);
    return { outcome: toAdmitted(checkIn, { isEntrance, handOut }) };
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
 * Sends one check-in that was made without an answer, for `useQueuedCheckIns`; when and in which order is decided by
 * `sendQueued` in `web/lib/offline-queue.ts`, which tries again after a throw. `onAdmitted` is called when the person is in.
 * Throws ApiError when no answer came.
 */
export async function sendQueuedCheckIn(
  { id: key, payload, at }: QueuedItem<QueuedCheckIn>,
  onAdmitted: (key: string, checkIn: CheckIn) => void,
): Promise<SendOutcome<QueuedCheckIn>> {
  try {
    onAdmitted(key, await sendCheckIn(key, payload, sendTimeout, at));
    return { kind: 'done' };
  } catch (error) {
    // Anything else may be answered differently later, to a person who has to sign in again too.
    if (!isFinalRefusal(error) && !isRefusedPerson(error)) throw error;
    // The server's name replaces the typed one.
    const message = error.message || texts.checkIn.failed;
    return { kind: 'trouble', message, payload: { ...payload, name: error.person ?? payload.name } };
  }
}

/** Returns whether the program itself says that this person is not checked in; a proxy's 404 has no code. */
function isRefusedPerson(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 409].includes(error.status) && error.code !== 'unknown';
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
