import { useSyncExternalStore } from 'react';
import { submitScore } from '../../contract/judging.ts';
import { ApiError } from '../lib/api-error.ts';
import { type CallInput, call } from '../lib/call.ts';

type Body = CallInput<typeof submitScore>['body'];

/** A score that is kept on this device until the server has it. */
export interface QueuedScore {
  key: string;
  body: Body;
  total: number;
  /** When it was made, in ISO form. */
  at: string;
  /** Why the server will never take it. */
  refused?: string;
}

const placeOf = (username: string) => `queue:score:${username}`;
const listeners = new Set<() => void>();
let last = { place: '', text: '', list: [] as QueuedScore[] };

function read(username: string): QueuedScore[] {
  const place = placeOf(username);
  const text = localStorage.getItem(place) ?? '[]';
  if (last.place !== place || last.text !== text)
    last = { place, text, list: JSON.parse(text) as QueuedScore[] };
  return last.list;
}

function write(username: string, list: readonly QueuedScore[]): void {
  localStorage.setItem(placeOf(username), JSON.stringify(list));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scores of a judge that wait on this device, oldest first. */
export function useScoreQueue(username: string): QueuedScore[] {
  return useSyncExternalStore(subscribe, () => read(username));
}

/** Keeps a score on this device. Throws when the device has no room. */
export function enqueueScore(username: string, score: QueuedScore): void {
  write(username, [...read(username), score]);
}

let sending: Promise<number> | undefined;

/** Takes a score off this device, sent or not. */
export function discardScore(username: string, key: string): void {
  write(
    username,
    read(username).filter((score) => score.key !== key),
  );
}

async function sendAll(username: string): Promise<number> {
  let sent = 0;
  for (const score of read(username).filter(({ refused }) => refused === undefined)) {
    try {
      await call(submitScore, { body: score.body, idempotencyKey: score.key });
    } catch (error) {
      // Only an answer that speaks of this very score settles it; after any other it waits on.
      if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return sent;
      const refused = error.message;
      write(
        username,
        read(username).map((each) => (each.key === score.key ? { ...each, refused } : each)),
      );
      continue;
    }
    discardScore(username, score.key);
    sent += 1;
  }
  return sent;
}

/** Sends what waits, in order, one at a time; returns how many the server has now. */
export function sendQueuedScores(username: string): Promise<number> {
  sending ??= sendAll(username).finally(() => {
    sending = undefined;
  });
  return sending;
}
