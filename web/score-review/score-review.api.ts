import { queryOptions } from '@tanstack/react-query';
import { listTeamScores } from '../../contract/judging.ts';
import { subscribeAsReviewer } from '../../contract/live.ts';
import { call } from '../lib/call.ts';
import { createLiveChannel } from '../lib/live.ts';

const unlockedKey = 'scoreReviewAdmin';
// Besides what is heard of: a session that has ended shows.
const lookEvery = 60_000;

/** Reports new scores. */
export const reviewerChannel = createLiveChannel(subscribeAsReviewer);

/** Whether this browser has unlocked the results before: a hint, the server decides. */
export function getUnlockedHint(): boolean {
  return localStorage.getItem(unlockedKey) !== null;
}

export function storeUnlockedHint(): void {
  localStorage.setItem(unlockedKey, 'true');
}

export function clearUnlockedHint(): void {
  localStorage.removeItem(unlockedKey);
}

/** The teams by average; nothing is looked up again while that is paused. */
export const teamScoresQuery = (paused: boolean) =>
  queryOptions({
    queryKey: ['score-review', 'teams'],
    queryFn: ({ signal }) => call(listTeamScores, { signal }),
    refetchInterval: paused ? false : lookEvery,
    refetchOnWindowFocus: !paused,
    staleTime: 0,
  });
