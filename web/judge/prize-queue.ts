import { texts } from '../../contract/texts.ts';
import { ApiError, isFinalRefusal } from '../lib/api-error.ts';
import { type QueuedItem, saveQueued } from '../lib/offline-queue.ts';
import { queryClient } from '../lib/query-client.ts';
import { useOfflineQueue } from '../lib/use-offline-queue.ts';
import { type PrizeScoreBody, prizeJudgingQuery, sendPrizeScore } from './prize.api.ts';
import { getPrizeScoreKind, trySend } from './score-queue.ts';
import { showMessage } from './show-message.ts';

/** A score on this device that the server does not have yet, with the total as the judge saw it. */
interface PrizeScorePayload {
  body: PrizeScoreBody;
  total: number;
}
export type QueuedPrizeScore = QueuedItem<PrizeScorePayload>;

// A project that is hidden or no longer entered for the prize is not found.
const isRefused = (error: unknown): error is ApiError =>
  isFinalRefusal(error) || (error instanceof ApiError && error.status === 404);

/** Stores a score on this device, to be sent from `notBefore` on, in milliseconds. Throws when the device has no space. */
export function enqueuePrizeScore(
  username: string,
  score: { id: string; payload: PrizeScorePayload; at: number; notBefore: number },
): Promise<void> {
  return saveQueued({ ...score, kind: getPrizeScoreKind(username), tries: 1 });
}

/** Sends a prize judge's waiting scores while judging is not paused, and returns those that still wait, oldest first. */
export function usePrizeScoreQueue(username: string, paused: boolean): QueuedPrizeScore[] {
  return useOfflineQueue<PrizeScorePayload>(getPrizeScoreKind(username), {
    send: ({ id, payload }) => trySend(() => sendPrizeScore(payload.body, id), isRefused),
    enabled: !paused,
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: prizeJudgingQuery.queryKey });
      void showMessage('success', texts.judging.submitted);
    },
  }).items;
}
