import { useEffect } from 'react';
import { texts } from '../../contract/texts.ts';
import { type ApiError, isFinalRefusal } from '../lib/api-error.ts';
import { type QueuedItem, type SendOutcome, saveQueued } from '../lib/offline-queue.ts';
import { queryClient } from '../lib/query-client.ts';
import { useOfflineQueue } from '../lib/use-offline-queue.ts';
import { type ScoreBody, sendScore } from './judge.api.ts';
import { showMessage } from './show-message.ts';

/** A score on this device that the server does not have yet, with the total as the judge saw it. */
interface ScorePayload {
  body: ScoreBody;
  total: number;
}
export type QueuedScore = QueuedItem<ScorePayload>;

/** Returns the kind of a judge's scores in the offline queue. */
export const getScoreKind = (username: string) => `score ${username}`;

/** Returns the kind of the scores of a judge of a prize. */
export const getPrizeScoreKind = (username: string) => `prize score ${username}`;

/** Stores a score on this device, to be sent from `notBefore` on, in milliseconds. Throws when the device has no space. */
export async function enqueueScore(
  username: string,
  score: { id: string; payload: ScorePayload; at: number; notBefore: number; trouble?: string },
): Promise<void> {
  await saveQueued({ ...score, kind: getScoreKind(username), tries: 1 });
}

/** A score as earlier versions stored it in localStorage. */
interface StoredScore extends ScorePayload {
  key: string;
  /** In ISO form. */
  at: string;
  refused?: string;
}

/** Moves the scores that an earlier version stored in localStorage into the queue. */
async function moveStoredScores(username: string): Promise<void> {
  const place = `queue:score:${username}`;
  const stored = localStorage.getItem(place);
  if (stored === null) return;
  for (const { key, body, total, at, refused } of JSON.parse(stored) as StoredScore[]) {
    if (!key || !body) continue;
    const score = {
      id: key,
      payload: { body, total },
      at: Date.parse(at) || Date.now(),
      notBefore: 0,
      trouble: refused,
    };
    await enqueueScore(username, score);
  }
  localStorage.removeItem(place);
}

/** Sends a waiting score: a refusal of this very score ends its waiting. Throws when it is to be sent again. */
export async function trySend(
  send: () => Promise<unknown>,
  isFinal: (error: unknown) => error is ApiError = isFinalRefusal,
): Promise<SendOutcome> {
  try {
    await send();
    return { kind: 'done' };
  } catch (error) {
    if (isFinal(error)) return { kind: 'trouble', message: error.message };
    throw error;
  }
}

/** Sends a judge's waiting scores while judging is not paused, and returns those that still wait, oldest first. */
export function useScoreQueue(username: string, paused: boolean): QueuedScore[] {
  useEffect(() => {
    moveStoredScores(username).catch((error: unknown) => console.warn(error));
  }, [username]);
  return useOfflineQueue<ScorePayload>(getScoreKind(username), {
    send: ({ id, payload }) => trySend(() => sendScore(payload.body, id)),
    enabled: !paused,
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
      void showMessage('success', texts.judging.submitted);
    },
  }).items;
}
