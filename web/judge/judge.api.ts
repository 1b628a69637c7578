import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/endpoint.ts';
import {
  type JudgingTrack,
  judgeLogout,
  judgeNext,
  judgeSession,
  judgeTables,
  ownScores,
} from '../../contract/judging.ts';
import { listenAsJudge } from '../../contract/live.ts';
import { call } from '../lib/call.ts';
import { liveChannel } from '../lib/live.ts';
import { queryClient } from '../lib/query-client.ts';
import { forgetJudge } from './judge-hint.ts';

type JudgeSession = AnswerOf<typeof judgeSession>;

const useJudgeLive = liveChannel(listenAsJudge);

const sessionQuery = queryOptions({
  queryKey: ['judging', 'session'],
  queryFn: ({ signal }) => call(judgeSession, { signal }),
  staleTime: 60_000,
});

/** The signed-in judge. */
export const judgeQuery = { ...sessionQuery, select: ({ judge }: JudgeSession) => judge };

/** Whether judging is stopped for now; looked up again when the server says that this has changed. */
export function usePaused(): boolean {
  const { data = false } = useQuery({ ...sessionQuery, select: ({ paused }: JudgeSession) => paused });
  useJudgeLive(
    'judging',
    () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
  );
  return data;
}

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
