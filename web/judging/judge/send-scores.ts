import { useEffect, useRef } from 'react';
import { weightedTotal } from '../../../contract/judging/ranking.ts';
import { limits } from '../../../contract/limits.ts';
import { texts } from '../../../contract/texts.ts';
import { ApiError, isConnectionLost } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import {
  computeBackoff,
  deleteQueued,
  listQueued,
  type QueuedItem,
  saveQueued,
  toOutcome,
  useOfflineQueue,
} from '../../lib/offline-queue.ts';
import { useAction } from '../../lib/use-action.ts';
import { toast } from '../../ui/toast.tsx';
import {
  callReportWaitingScores,
  callSubmitScore,
  judgeSessionQuery,
  type ScoreBody,
  type SkipBody,
  sendSkip,
  sendWithdrawal,
  tablesQuery,
} from './judge.api.ts';
import type { JudgeRubric } from './judge-rubric.ts';

/** Shows a toast to a judge: one at a time, for four seconds. */
export function showMessage(kind: 'success' | 'error' | 'info', text: string): void {
  toast.dismissAll();
  toast[kind](text, { duration: limits.toasts.judging });
}

interface ScorePayload {
  body: ScoreBody;
  /** As the judge saw it. */
  total: number;
}

export type QueuedScore = QueuedItem<ScorePayload>;

export const getScoreKind = (username: string) => `score ${username}`;

/** Sends a score that waits on this device. Throws when the server cannot take it yet. */
export const sendScore = ({ id, payload }: QueuedScore) =>
  toOutcome(callSubmitScore(payload.body, id), { final: ['other_track'], waits: ['judging_paused'] });

// In milliseconds, after a report that did not arrive.
const reportAgainAfter = 15_000;

/** Tells the organizers how many scores wait on this device, as soon as there is a network. */
function useWaitingReport(waiting: number): void {
  const reported = useRef(0);
  useEffect(() => {
    const report = () => {
      if (waiting === reported.current || !navigator.onLine) return;
      callReportWaitingScores(waiting).then(
        () => {
          reported.current = waiting;
        },
        (error: unknown) => console.warn(error),
      );
    };
    report();
    const timer = setInterval(report, reportAgainAfter);
    return () => clearInterval(timer);
  }, [waiting]);
}

/** Sends a judge's waiting scores while judging is not paused, and returns those that still wait, oldest first. */
export function useQueuedScores(username: string, paused: boolean): QueuedScore[] {
  const { items } = useOfflineQueue<ScorePayload>(getScoreKind(username), {
    send: sendScore,
    enabled: !paused,
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
      showMessage('success', texts.judging.submitted);
    },
  });
  useWaitingReport(items.length);
  return items;
}

/** Skips a table and remembers it on this device while the site cannot be reached; `skipped` are those that wait there. */
export function useSkipTable(username: string, rubric: JudgeRubric) {
  const { items, add } = useOfflineQueue<SkipBody>(`skip ${username} ${rubric.key}`, {
    send: async ({ payload }) => {
      // Refused for good only where the judge has another track by now: nothing is left to skip.
      await toOutcome(sendSkip(rubric, payload), { final: ['other_track'] });
      return { kind: 'done' };
    },
  });
  const action = useAction((body: SkipBody) =>
    sendSkip(rubric, body).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      add(body);
    }),
  );
  return { ...action, skipped: items.map(({ payload }) => payload) };
}

let last: { body: string; key: string } | undefined;

/** Returns the same key while the body is the same, so that a lost answer never makes a second record. */
function getIdempotencyKey(body: ScoreBody): string {
  const text = JSON.stringify(body);
  if (last?.body !== text) last = { body: text, key: createIdempotencyKey() };
  return last.key;
}

const isPaused = (error: unknown) => error instanceof ApiError && error.code === 'judging_paused';

/** A score that the server or this device has. */
export interface SentScore {
  body: ScoreBody;
  key: string;
}

interface SubmitScoreOptions {
  username: string;
  criteria: Parameters<typeof weightedTotal>[0];
  /** Called when the server or this device has the score, with what `useUndoScore` takes back. */
  onTaken: (sent: SentScore) => void;
}

/** Submits a score and says what came of it; while the server cannot take it, the score waits on this device. */
export function useSubmitScore({ username, criteria, onTaken }: SubmitScoreOptions) {
  const finish = (body: ScoreBody) => {
    const key = getIdempotencyKey(body);
    last = undefined;
    onTaken({ body, key });
  };
  /** Stores a score on this device, to be sent from `notBefore` on. Returns false when the device has no space. */
  const store = (body: ScoreBody, notBefore: number) =>
    saveQueued({
      id: getIdempotencyKey(body),
      kind: getScoreKind(username),
      payload: { body, total: weightedTotal(criteria, body.scores) },
      at: Date.now(),
      tries: 1,
      notBefore,
    }).then(
      () => true,
      () => false,
    );
  return useAction((body: ScoreBody) => callSubmitScore(body, getIdempotencyKey(body)), {
    fallback: texts.judging.submitFailed,
    isShown: true,
    retry: (failures, error) => failures < 2 && navigator.onLine && isConnectionLost(error),
    onSuccess: (_score, body) => {
      finish(body);
      showMessage('success', texts.judging.submitted);
      return queryClient.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
    },
    onError: async (error, body) => {
      console.warn(error);
      if (isPaused(error) && (await store(body, 0))) {
        finish(body);
        void queryClient.invalidateQueries(judgeSessionQuery);
        return showMessage('info', 'Judging is paused. Saved on this device, and sent when it resumes.');
      }
      if (isConnectionLost(error) && (await store(body, Date.now() + computeBackoff(1)))) {
        finish(body);
        return showMessage('info', 'Saved on this device. It will be sent when you are back online.');
      }
      const isTableRefused =
        error instanceof ApiError && ['conflict_declared', 'other_track'].includes(error.code);
      if (isTableRefused) void queryClient.invalidateQueries(tablesQuery);
      showMessage('error', isTableRefused ? error.message : texts.judging.submitFailed);
      // Signed out meanwhile: the guard asks again and leads to the login; the draft waits.
      if (error instanceof ApiError && error.status === 401) void queryClient.resetQueries(judgeSessionQuery);
    },
  });
}

/** Takes a sent score back: from this device while it waits there, else from the server. */
export function useUndoScore(username: string, { onUndone }: { onUndone: () => void }) {
  return useAction(
    async ({ body, key }: SentScore) => {
      const queued = await listQueued(getScoreKind(username));
      if (queued.some(({ id }) => id === key)) return deleteQueued(key);
      // A repeat with the same key returns the score, also one that this device has sent later.
      const { _id } = await callSubmitScore(body, key);
      await sendWithdrawal(_id);
    },
    {
      fallback: 'The score could not be withdrawn. Withdraw it under My scores.',
      onSuccess: () => {
        onUndone();
        return queryClient.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
      },
    },
  );
}
