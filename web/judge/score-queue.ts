import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { texts } from '../../contract/texts.ts';
import { isFinalRefusal } from '../lib/api-error.ts';
import { type QueuedItem, type SendOutcome, saveQueued } from '../lib/offline-queue.ts';
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

async function sendQueuedScore({ id, payload }: QueuedScore): Promise<SendOutcome> {
  try {
    await sendScore(payload.body, id);
    return { kind: 'done' };
  } catch (error) {
    // Only an answer about this very score ends the waiting; after any other it is sent again.
    if (isFinalRefusal(error)) return { kind: 'trouble', message: error.message };
    throw error;
  }
}

/** Sends a judge's waiting scores while judging is not paused, and returns those that still wait, oldest first. */
export function useScoreQueue(username: string, paused: boolean): QueuedScore[] {
  const client = useQueryClient();
  useEffect(() => {
    moveStoredScores(username).catch((error: unknown) => console.warn(error));
  }, [username]);
  return useOfflineQueue<ScorePayload>(getScoreKind(username), {
    send: sendQueuedScore,
    enabled: !paused,
    onSent: () => {
      void client.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
      void showMessage('success', texts.judging.submitted);
    },
  }).items;
}
