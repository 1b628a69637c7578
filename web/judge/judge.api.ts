import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/endpoint.ts';
import {
  getJudgeSession,
  getNextTable,
  type JudgingTrack,
  listMyScores,
  listTables,
  logOutJudge,
} from '../../contract/judging.ts';
import { subscribeAsJudge } from '../../contract/live.ts';
import { call } from '../lib/call.ts';
import { createLiveChannel, useLive } from '../lib/live.ts';
import { queryClient } from '../lib/query-client.ts';
import { clearStoredJudge } from './judge-hint.ts';

type JudgeSession = AnswerOf<typeof getJudgeSession>;

const judgeChannel = createLiveChannel(subscribeAsJudge);

const sessionQuery = queryOptions({
  queryKey: ['judging', 'session'],
  queryFn: ({ signal }) => call(getJudgeSession, { signal }),
  staleTime: 60_000,
});

/** The signed-in judge. */
export const judgeSessionQuery = { ...sessionQuery, select: ({ judge }: JudgeSession) => judge };

/** Whether judging is stopped for now; looked up again when the server says that this has changed. */
export function useJudgingPaused(): boolean {
  const { data = false } = useQuery({ ...sessionQuery, select: ({ paused }: JudgeSession) => paused });
  useLive(
    'judging',
    () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
    { channel: judgeChannel },
  );
  return data;
}

export const myScoresQuery = queryOptions({
  queryKey: ['judging', 'mine'],
  queryFn: ({ signal }) => call(listMyScores, { signal }),
});

export const tablesQuery = queryOptions({
  queryKey: ['judging', 'tables'],
  queryFn: ({ signal }) => call(listTables, { signal }),
  staleTime: 5 * 60_000,
});

export const nextTableQuery = (track: JudgingTrack) =>
  queryOptions({
    queryKey: ['judging', 'next', track],
    queryFn: ({ signal }) => call(getNextTable, { query: { track }, signal }),
  });

/** Ends the judge's session here and, as soon as it answers, on the server. */
export async function logOutJudgeHere(): Promise<void> {
  clearStoredJudge();
  await call(logOutJudge).catch((error: unknown) => console.warn(error));
  queryClient.removeQueries({ queryKey: ['judging'] });
}
