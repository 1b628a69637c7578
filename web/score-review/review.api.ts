import { queryOptions } from '@tanstack/react-query';
import { listTeamScores } from '../../contract/judging.ts';
import { call } from '../lib/call.ts';

const unlockedKey = 'scoreReviewAdmin';
const lookEvery = 5000;

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

/** The teams by average; looked up again every 5 s unless that is paused. */
export const teamsQuery = (paused: boolean) =>
  queryOptions({
    queryKey: ['score-review', 'teams'],
    queryFn: ({ signal }) => call(listTeamScores, { signal }),
    refetchInterval: paused ? false : lookEvery,
    staleTime: 0,
  });
