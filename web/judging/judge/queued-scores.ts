import { texts } from '../../../contract/texts.ts';
import { ApiError, isFinalRefusal } from '../../lib/api-error.ts';
import type { QueuedItem } from '../../lib/offline-queue.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useOfflineQueue } from '../../lib/use-offline-queue.ts';
import { callSubmitScore, type ScoreBody } from './judge.api.ts';
import { showMessage } from './show-message.ts';

interface ScorePayload {
  body: ScoreBody;
  /** As the judge saw it. */
  total: number;
}

/** A score on this device that the server does not have yet. */
export type QueuedScore = QueuedItem<ScorePayload>;

/** Returns the kind of a judge's scores in the offline queue. */
export const getScoreKind = (username: string) => `score ${username}`;

// A table that its judge knows, and one that is no longer entered for the prize, cannot be scored later either.
const isFinal = (error: unknown): error is ApiError =>
  isFinalRefusal(error) ||
  (error instanceof ApiError && (error.code === 'conflict_declared' || error.status === 404));

/** Sends a judge's waiting scores while judging is not paused, and returns those that still wait, oldest first. */
export function useQueuedScores(username: string, paused: boolean): QueuedScore[] {
  return useOfflineQueue<ScorePayload>(getScoreKind(username), {
    send: async ({ id, payload }) => {
      try {
        await callSubmitScore(payload.body, id);
        return { kind: 'done' };
      } catch (error) {
        if (isFinal(error)) return { kind: 'trouble', message: error.message };
        throw error;
      }
    },
    enabled: !paused,
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
      void showMessage('success', texts.judging.submitted);
    },
  }).items;
}
