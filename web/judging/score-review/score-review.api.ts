import * as contract from '../../../contract/judging/judging.ts';
import { subscribeAsReviewer } from '../../../contract/platform/live.ts';
import { texts } from '../../../contract/texts.ts';
import { call, callQuery, formatCallUrl, queryClient } from '../../lib/call.ts';
import { createLiveChannel } from '../../lib/live.ts';
import { storedText } from '../../lib/stored-text.ts';
import { createAction, useAction } from '../../lib/use-action.ts';

// Besides live events: shows that a session has ended. In milliseconds.
const refetchInterval = 60_000;

export const reviewerChannel = createLiveChannel(subscribeAsReviewer);

/** Set when this browser has unlocked the results before: a hint, the server decides. */
export const unlockedHint = storedText('scoreReviewAdmin');

/** The teams by average; not refetched while updates are paused. */
export const teamScoresQuery = (paused: boolean) => ({
  ...callQuery(['score-review', 'teams'], contract.listTeamScores),
  refetchInterval: paused ? (false as const) : refetchInterval,
  refetchOnWindowFocus: !paused,
  staleTime: 0,
});

export const prizeRankingsQuery = {
  ...callQuery(['score-review', 'teams', 'prizes'], contract.listPrizeRankings),
  staleTime: 0,
};

export const useUnlockScoreReview = createAction(contract.unlockScoreReview, {
  fallback: texts.judging.denied,
  success: texts.judging.granted,
});

export const reviewPasswordQuery = callQuery(['score-review', 'password'], contract.getScoreReviewPassword);

export const useOpenScoreReview = createAction(contract.openScoreReview, {
  fallback: texts.judging.denied,
  success: texts.judging.granted,
});

export const useUpdateReviewPassword = createAction(contract.updateScoreReviewPassword, {
  success: 'The password was set. Open results are locked.',
  isShown: true,
  onSuccess: () => queryClient.invalidateQueries({ queryKey: reviewPasswordQuery.queryKey }),
});

export const useVoidScore = ({ _id }: contract.Score) =>
  useAction((reason: string) => call(contract.voidScore, { params: { id: _id }, body: { reason } }), {
    success: 'The score is voided.',
    isShown: true,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['score-review'] }),
  });

/** Removes the results from this page; the server's copy of the session ends when it answers. */
export const useLockScoreReview = createAction(contract.lockScoreReview, {
  fallback: '',
  isShown: true,
  onSettled: () => queryClient.removeQueries({ queryKey: ['score-review'] }),
});

/** Returns the address of an export, with the adjusted scores beside the averages when wanted. */
export function getExportUrl(format: 'csv' | 'json', { adjusted }: { adjusted: boolean }): string {
  const endpoint = format === 'csv' ? contract.exportScoresCsv : contract.exportScoresJson;
  return formatCallUrl(endpoint, undefined, adjusted ? { adjusted: '1' } : undefined);
}
