import { queryOptions } from '@tanstack/react-query';
import { listTeamScores } from '../../contract/judging.ts';
import { listenAsReviewer } from '../../contract/live.ts';
import { call } from '../lib/call.ts';
import { liveChannel } from '../lib/live.ts';

const unlockedKey = 'scoreReviewAdmin';
// Besides what is heard of: a session that has ended shows.
const lookEvery = 60_000;

/** Hears of new scores. */
export const useReviewLive = liveChannel(listenAsReviewer);

/** Whether this browser has unlocked the results before: a hint, the server decides. */
export function wasUnlocked(): boolean {
  return localStorage.getItem(unlockedKey) !== null;
}

export function rememberUnlocked(): void {
  localStorage.setItem(unlockedKey, 'true');
}

export function forgetUnlocked(): void {
  localStorage.removeItem(unlockedKey);
}

/** The teams by average; nothing is looked up again while that is paused. */
export const teamsQuery = (paused: boolean) =>
  queryOptions({
    queryKey: ['score-review', 'teams'],
    queryFn: ({ signal }) => call(listTeamScores, { signal }),
    refetchInterval: paused ? false : lookEvery,
    refetchOnWindowFocus: !paused,
    staleTime: 0,
  });
