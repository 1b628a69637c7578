import { useMemo, useState } from 'react';
import type { CheckIn } from '../../../contract/event-day/check-in.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { isUuid } from '../../../contract/platform/uuid.ts';
import { texts } from '../../../contract/texts.ts';
import { ApiError, getErrorMessage, isConnectionLost, isFinalRefusal } from '../../lib/api-error.ts';
import { describeDiet } from '../../lib/detail-options.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { computeBackoff, runExclusively, useSending } from '../../lib/offline-queue.ts';
import { refreshCheckedIn, sendCheckIn, sendProblems, sendUndo } from './check-in.api.ts';
import { append, compactJournal, getStation, refreshJournal } from './station-journal.ts';
import {
  isDouble,
  isUnsent,
  type OwnCheckIn,
  type Problem,
  type ScannedParticipant,
  type ScanOutcome,
  type StationState,
  toAdmitted,
  toRefused,
  toSaved,
} from './station-reducer.ts';

// How long to wait for an answer, in milliseconds: at the station, where the check-in is stored already, and later, when the
// others wait for it.
const answerTimeout = 4000;
const sendTimeout = 10_000;

async function appendAnswer(
  key: string,
  { userId, checkpoint, checkedInAt }: CheckIn,
  outcome?: ScanOutcome,
): Promise<void> {
  const shown = outcome && { outcome };
  await append({ type: 'answered', at: Date.now(), key, userId, checkpoint, checkedInAt, shown });
  refreshCheckedIn();
}

/**
 * Checks in the person of the card and returns the result; undefined when the card says that it failed. The check-in is in the
 * journal before it is sent, so that it cannot be lost; without an answer it stays there and is sent later.
 */
export async function admit(
  candidate: ScannedParticipant,
  key: string,
  { checkpoint, isEntrance }: { checkpoint: string; isEntrance: boolean },
): Promise<ScanOutcome['result'] | undefined> {
  const { userId, pass, walkIn, name, unlisted, dietaryRestrictions, tShirtSize, hint } = candidate;
  const handOut =
    [dietaryRestrictions && describeDiet(dietaryRestrictions), tShirtSize].filter(Boolean).join(', ') ||
    undefined;
  const made = { key, userId, pass, checkpoint, ...(unlisted && { name }), ...(walkIn && { walkIn }) };
  const isStored = await append({ type: 'confirmed', at: Date.now(), ...made, shown: { name } });
  let outcome: ScanOutcome;
  try {
    const checkIn = await sendCheckIn(made, AbortSignal.timeout(answerTimeout));
    outcome = toAdmitted(checkIn, { isEntrance, handOut, hint });
    failures = resumeAt = 0;
    await appendAnswer(key, checkIn, outcome);
  } catch (error) {
    const at = Date.now();
    if (isConnectionLost(error)) {
      outcome = toSaved(candidate, { handOut, isStored });
      failures ||= 1;
      resumeAt = Math.max(resumeAt, at + computeBackoff(1));
      await append({ type: 'saved', at, key, shown: { outcome } });
      return outcome.result;
    }
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
    const trouble = getErrorMessage(error, texts.checkIn.failed);
    outcome = toRefused(error, name);
    await append({ type: 'dropped', at, key, shown: isRefused ? { outcome } : { trouble } });
    if (!isRefused) return undefined;
  }
  return outcome.result;
}

/** Undoes a check-in made here: told to the server as everything else, now or when there is a network. */
export async function undo({ key, at }: OwnCheckIn, name: string): Promise<void> {
  const now = Date.now();
  const after = Math.max(0, Math.min(limits.checkIn.undoSeconds, Math.round((now - at) / 1000)));
  const outcome: ScanOutcome = { result: 'undone', title: 'Check-in undone', name };
  await append({ type: 'undone', at: now, key, after, shown: { outcome } });
}

/** Notes a scan that was refused here or a problem, to be told to the server. Only the user id in a code is stored. */
export function reportProblem({ userId, ...problem }: Omit<Problem, 'key' | 'at'> & { key?: string }): void {
  const known = userId && isUuid(userId) ? userId : undefined;
  const entry = { key: createIdempotencyKey(), ...problem, userId: known, at: Date.now() };
  void append({ type: 'problem', ...entry });
}

/**
 * Sends one check-in that was made without an answer, or that it was undone. `onTrouble` is called when it is refused for good.
 * Throws ApiError when no answer came.
 */
async function sendOne(made: OwnCheckIn, { isEntrance, onTrouble }: SenderOptions): Promise<void> {
  const { key, undone, userId, pass, checkpoint } = made;
  const signal = AbortSignal.timeout(sendTimeout);
  const at = new Date(made.at).toISOString();
  try {
    // A walk-in who is undone has to exist first.
    const checkIn =
      undone && (!made.walkIn || made.state === 'answered') ? undefined : await sendCheckIn(made, signal, at);
    if (undone) {
      await sendUndo(key, { userId, pass, checkpoint, at, after: undone.after }, signal);
      await append({ type: 'undo-answered', at: Date.now(), key, userId, checkpoint });
      refreshCheckedIn();
    } else if (checkIn) {
      const isShown = getStation().outcome?.key === key;
      await appendAnswer(key, checkIn, isShown ? toAdmitted(checkIn, { isEntrance }) : undefined);
    }
  } catch (error) {
    // Anything else may be answered differently later, to a person who has to sign in again too.
    if (!isFinalRefusal(error)) throw error;
    const now = Date.now();
    if (undone) return void (await append({ type: 'undo-answered', at: now, key, userId, checkpoint }));
    if (made.trouble !== undefined) {
      // An organizer has decided that the other check-in counts.
      if (error.code === 'check_in_undone') await append({ type: 'dropped', at: now, key });
      return;
    }
    const trouble = error.message || texts.checkIn.failed;
    await append({ type: 'refused', at: now, key, trouble, name: error.person });
    // Somebody was let in whose name only this device knows.
    if (made.name && !error.person) {
      const note = `${made.name} was let in without a network. ${trouble}`.slice(0, limits.text.reason);
      reportProblem({ key, reason: 'problem_other', checkpoint, note });
    }
    onTrouble();
  }
}

async function sendProblem({ key, at, ...problem }: Problem): Promise<void> {
  const attempts = [{ key, ...problem, at: new Date(at).toISOString() }];
  await sendProblems(attempts).catch((error: unknown) => {
    // Gives up on what the server keeps rejecting.
    if (!isFinalRefusal(error)) throw error;
  });
  await append({ type: 'reported', at: Date.now(), key });
}

/** Returns when a check-in may be sent, in milliseconds: one whose answer may still come waits for it. */
function getDue({ state, undone, at }: OwnCheckIn, now: number): number {
  const isAwaited = state === 'sending' && !undone && Math.abs(now - at) < 2 * answerTimeout;
  return isAwaited ? at + 2 * answerTimeout : 0;
}

/** Nothing is sent before this moment, in milliseconds, after so many failures in a row. */
let resumeAt = 0;
let failures = 0;
// One lost answer is bad luck; this many in a row mean that there is no network.
const maxLost = 2;

interface SenderOptions {
  isEntrance: boolean;
  onTrouble: () => void;
  onProgress?: (progress: { at: number; of: number } | undefined) => void;
}

/** Returns when there is something to send, in milliseconds; infinity when there is nothing. */
export function getNextSending({ checkIns, problems }: StationState, now: number): number {
  const due = [...checkIns.filter(isUnsent).map((made) => getDue(made, now)), ...problems.map(() => 0)];
  return Math.max(resumeAt, Math.min(...due));
}

/**
 * Sends what waits, oldest first, one after the other and in one tab only. After two lost answers in a row the rest pauses
 * too, because it would fare no better, longer each time. A double check-in is sent again until an organizer has decided it.
 * Returns false while another run goes on.
 */
export function sendWaiting(options: SenderOptions): Promise<boolean> {
  return runExclusively('station', async () => {
    await refreshJournal();
    const now = Date.now();
    const { checkIns, problems } = getStation();
    const unsent = checkIns.filter((made) => isUnsent(made) && getDue(made, now) <= now);
    const tasks = [
      ...unsent.map((made) => () => sendOne(made, options)),
      ...problems.map((problem) => () => sendProblem(problem)),
      ...checkIns.filter(isDouble).map((made) => () => sendOne(made, options)),
    ];
    let lost = 0;
    for (const [at, send] of tasks.entries()) {
      if (at < unsent.length) options.onProgress?.({ at: at + 1, of: unsent.length });
      try {
        await send();
        lost = failures = 0;
      } catch (error) {
        console.warn(error);
        lost += 1;
        if (lost === 1) failures += 1;
        resumeAt = Date.now() + computeBackoff(failures);
        if (lost >= maxLost) break;
      }
    }
    options.onProgress?.(undefined);
    if (tasks.length > 0) await compactJournal();
  });
}

/** Sends what waits when it comes, when the network or the page comes back, when a pause is over, and every 15 s. */
export function useSender(station: StationState, options: SenderOptions): void {
  const [endedAt, setEndedAt] = useState(0);
  const send = async () => {
    const hasRun = await sendWaiting(options).catch((error: unknown) => console.warn(error));
    if (hasRun) setEndedAt(Date.now());
  };
  // After a run too: what has got no answer is due again.
  const next = useMemo(
    () => ({ at: getNextSending(station, Math.max(endedAt, Date.now())) }),
    [endedAt, station],
  );
  useSending(send, next);
}

export function formatQueueState(queue: {
  waiting: number;
  troubled: number;
  sending?: { at: number; of: number };
  online: boolean;
}): string {
  const { waiting, troubled, sending, online } = queue;
  if (troubled > 0) return `${formatCount(troubled, 'needs', 'need')} attention`;
  if (sending) return `Syncing ${sending.at} of ${sending.of}`;
  const state = waiting > 0 ? `${waiting} waiting to sync` : 'All check-ins synced';
  return online ? state : `Offline. ${state}`;
}
