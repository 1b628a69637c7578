import { texts } from '../../../contract/texts.ts';
import { ApiError, isFinalRefusal } from '../../lib/api-error.ts';
import type { QueuedItem } from '../../lib/offline-queue.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useOfflineQueue } from '../../lib/use-offline-queue.ts';
import { callSubmitScore, type ScoreBody } from './judge.api.ts';
import { showMessage } from './show-message.ts';

interface ScorePayload<Body> {
  body: Body;
  /** As the judge saw it. */
  total: number;
}

/** A score on this device that the server does not have yet. */
export type QueuedScore<Body = ScoreBody> = QueuedItem<ScorePayload<Body>>;

/** Returns the kind of a judge's scores in the offline queue. */
export const getScoreKind = (username: string) => `score ${username}`;

/** Returns the kind of the scores of a judge of a prize. */
export const getPrizeScoreKind = (username: string) => `prize score ${username}`;

interface QueuedScoresOptions<Body> {
  paused: boolean;
  send: (body: Body, id: string) => Promise<unknown>;
  /** Whether a refusal is of this very score, which ends its waiting. */
  isFinal?: (error: unknown) => error is ApiError;
}

/** Sends the waiting scores of a kind while judging is not paused, and returns those that still wait, oldest first. */
export function useQueuedScores<Body>(
  kind: string,
  { paused, send, isFinal = isFinalRefusal }: QueuedScoresOptions<Body>,
): QueuedScore<Body>[] {
  return useOfflineQueue<ScorePayload<Body>>(kind, {
    send: async ({ id, payload }) => {
      try {
        await send(payload.body, id);
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

/** Sends a judge's waiting scores of tracks, and returns those that still wait, oldest first. */
export function useQueuedTrackScores(username: string, paused: boolean): QueuedScore[] {
  return useQueuedScores(getScoreKind(username), {
    paused,
    send: callSubmitScore,
    isFinal: (error): error is ApiError =>
      isFinalRefusal(error) || (error instanceof ApiError && error.code === 'conflict_declared'),
  });
}
