import { queryOptions } from '@tanstack/react-query';
import {
  type JudgingTrack,
  judgeLogout,
  judgeNext,
  judgeSession,
  judgeTables,
  ownScores,
} from '../../contract/judging.ts';
import { call } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { forgetJudge } from './judge-hint.ts';

export const judgeQuery = queryOptions({
  queryKey: ['judging', 'session'],
  queryFn: async ({ signal }) => (await call(judgeSession, { signal })).judge,
  staleTime: 60_000,
});

export const ownScoresQuery = queryOptions({
  queryKey: ['judging', 'mine'],
  queryFn: ({ signal }) => call(ownScores, { signal }),
});

export const tablesQuery = queryOptions({
  queryKey: ['judging', 'tables'],
  queryFn: ({ signal }) => call(judgeTables, { signal }),
  staleTime: 5 * 60_000,
});

export const nextQuery = (track: JudgingTrack) =>
  queryOptions({
    queryKey: ['judging', 'next', track],
    queryFn: ({ signal }) => call(judgeNext, { query: { track }, signal }),
  });

/** Ends the judge's session here and, as soon as it answers, on the server. */
export async function logOutJudge(): Promise<void> {
  forgetJudge();
  await call(judgeLogout).catch((error: unknown) => console.warn(error));
  queryClient.removeQueries({ queryKey: ['judging'] });
}
