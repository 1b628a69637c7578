import type { CheckIn } from '../../../contract/event-day/check-in.ts';
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
import {
  addToCheckedInList,
  callCheckInParticipant,
  callCheckInWalkIn,
  callRecordCheckIn,
  callUndoOwnCheckIn,
  walkInsQuery,
} from './check-in.api.ts';
import { toAdmitted, toRefused, toSaved } from './outcomes.ts';
import type { OwnCheckIn, ScannedParticipant, ScanOutcome } from './station-reducer.ts';

/**
 * A check-in made on this device: ids only where they are enough, because the device may belong to anybody. What was typed at
 * this station about a walk-in stays until it is sent.
 */
export interface QueuedCheckIn extends Pick<ScannedParticipant, 'userId' | 'pass' | 'walkIn'> {
  checkpoint: string;
  /** The name of somebody not on this device's list, as typed at this station; the server's name replaces it. */
  name?: string;
  /** The check-in of this key was undone after so many seconds. */
  undoes?: { key: string; after: number };
}

// How long to wait for an answer, in milliseconds: at the station, where the check-in is stored already, and later, when the
// other items wait for it.
const answerTimeout = 4000;
const sendTimeout = 10_000;

/** What comes of a confirmation; `trouble` when no answer came and nothing could be stored. */
type Confirmed = { outcome: ScanOutcome } | { trouble: string };

/** Sends a check-in under its key: with `at`, one that has happened at that time. */
async function sendCheckIn(
  key: string,
  { userId, pass, checkpoint, walkIn }: QueuedCheckIn,
  signal: AbortSignal,
  at?: string,
): Promise<CheckIn> {
  const scan = { userId, pass, checkpoint };
  if (walkIn) return (await callCheckInWalkIn(key, { checkpoint, at, ...walkIn }, signal)).data;
  if (at) return (await callRecordCheckIn(key, { ...scan, at }, signal)).data;
  return (await callCheckInParticipant(scan, key, signal)).data;
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
    const checkIn = await sendCheckIn(key, payload, AbortSignal.timeout(answerTimeout));
    await remove(key);
    if (walkIn) void queryClient.invalidateQueries(walkInsQuery);
    addToCheckedInList(checkIn);
    return { outcome: toAdmitted(checkIn, { isEntrance, handOut, hint }) };
  } catch (error) {
    if (isConnectionLost(error) && isStored) {
      await store({ ...item, notBefore: Date.now() + 500 });
      return { outcome: toSaved(candidate, handOut) };
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

/** The keys of check-ins undone on this page. If one is refused later, there is nothing to say about it. */
const undoneHere = new Set<string>();

/** Undoes a check-in made here: sent as everything else, now or when there is a network. */
export async function undoCheckIn({ candidate, key, at, checkpoint }: OwnCheckIn): Promise<void> {
  undoneHere.add(key);
  const after = Math.min(limits.checkIn.undoSeconds, Math.round((Date.now() - at) / 1000));
  const payload: QueuedCheckIn = { ...toQueued(candidate, checkpoint), undoes: { key, after } };
  await saveQueued({ id: createIdempotencyKey(), kind: checkInKind, payload, at, tries: 1, notBefore: 0 });
  // The check-in itself waits no longer: the undoing says what it was.
  await remove(key);
}

/** Returns false when the browser has no space or no storage, as in some private windows. */
const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
const store = (item: QueuedItem<QueuedCheckIn>) => isDone(saveQueued(item));
const remove = (key: string) => isDone(deleteQueued(key));

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
    const signal = AbortSignal.timeout(sendTimeout);
    const happenedAt = new Date(at).toISOString();
    if (payload.undoes) {
      const { undoes, userId, pass, checkpoint } = payload;
      // Whoever is undone has to exist first.
      if (payload.walkIn) await sendCheckIn(undoes.key, payload, signal, happenedAt);
      const undone = { userId, pass, checkpoint, at: happenedAt, after: undoes.after };
      await callUndoOwnCheckIn(undoes.key, undone, signal);
      void queryClient.invalidateQueries({ queryKey: ['check-ins', 'list'] });
    } else {
      onAdmitted(key, await sendCheckIn(key, payload, signal, happenedAt));
    }
    return { kind: 'done' };
  } catch (error) {
    // Anything else may be answered differently later, to a person who has to sign in again too.
    if (!isFinalRefusal(error) && !isRefusal(error)) throw error;
    // Nobody is in by what was undone.
    if (payload.undoes || undoneHere.has(key)) return { kind: 'done' };
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
