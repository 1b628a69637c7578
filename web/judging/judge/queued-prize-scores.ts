import { ApiError, isFinalRefusal } from '../../lib/api-error.ts';
import { callSubmitPrizeScore, type PrizeScoreBody } from './prize.api.ts';
import { getPrizeScoreKind, type QueuedScore, useQueuedScores } from './queued-scores.ts';

export type QueuedPrizeScore = QueuedScore<PrizeScoreBody>;

// A project that is hidden or no longer entered for the prize is not found.
const isFinal = (error: unknown): error is ApiError =>
  isFinalRefusal(error) || (error instanceof ApiError && error.status === 404);

/** Sends a prize judge's waiting scores, and returns those that still wait, oldest first. */
export function useQueuedPrizeScores(username: string, paused: boolean): QueuedPrizeScore[] {
  return useQueuedScores(getPrizeScoreKind(username), { paused, send: callSubmitPrizeScore, isFinal });
}
