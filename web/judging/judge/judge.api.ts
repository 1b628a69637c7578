import { useNavigate } from 'react-router';
import * as contract from '../../../contract/judging/judging.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { subscribeAsJudge } from '../../../contract/platform/live.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { type CallInput, cachedQuery, call, queryClient } from '../../lib/call.ts';
import { createLiveChannel } from '../../lib/live.ts';
import { clearOfflineCache } from '../../lib/offline-cache.ts';
import { useAction } from '../../lib/use-action.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { clearStoredJudge } from './judge-hint.ts';
import type { JudgeRubric } from './judge-rubric.ts';

type JudgeSession = ResponseOf<typeof contract.getJudgeSession>;
export type ScoreBody = CallInput<typeof contract.submitScore>['body'];

const judgeChannel = createLiveChannel(subscribeAsJudge);

// Without a network a judge goes on with what this device has: session, tables, scores and the last suggestion.
const sessionQuery = {
  ...cachedQuery('judge:session', ['judging', 'session'], contract.getJudgeSession),
  staleTime: 60_000,
};

export const judgeSessionQuery = { ...sessionQuery, select: ({ judge }: JudgeSession) => judge };

export function useJudgingPaused(): boolean {
  const { data = false } = useLiveQuery(
    { ...sessionQuery, select: ({ paused }: JudgeSession) => paused },
    'judging',
    { channel: judgeChannel },
  );
  return data;
}

export const myScoresQuery = cachedQuery('judge:scores', ['judging', 'mine'], contract.listMyScores);

export const tablesQuery = {
  ...cachedQuery('judge:tables', ['judging', 'tables'], contract.listTables),
  staleTime: 5 * 60_000,
};

export const nextTableQuery = ({ key, track }: JudgeRubric) =>
  cachedQuery(`judge:next ${key}`, ['judging', 'next', key], contract.getNextTable, {
    query: track ? { track } : {},
  });

/** Sends a score; the same key never makes a second record. */
export const callSubmitScore = (body: ScoreBody, idempotencyKey: string) =>
  call(contract.submitScore, { body, idempotencyKey });

type Credentials = CallInput<typeof contract.logInJudge>['body'];

/** Signs a judge in. The page says what failed, and nothing for wrong credentials, as the specification says. */
export const useLogInJudge = (options: {
  onSuccess: (answer: ResponseOf<typeof contract.logInJudge>) => void;
  onError: (error: unknown) => void;
}) =>
  useAction(
    async (body: Credentials) => {
      const answer = await call(contract.logInJudge, { body });
      await clearOfflineCache('judge');
      return answer;
    },
    {
      fallback: '',
      isShown: true,
      ...options,
    },
  );

/** Returns a function that ends the judge's session in this browser and on the server, and leads to the login. */
export function useEndJudgeSession(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    clearStoredJudge();
    await call(contract.logOutJudge).catch((error: unknown) => console.warn(error));
    queryClient.removeQueries({ queryKey: ['judging'] });
    await clearOfflineCache('judge');
    await navigate(paths.judgeLogin, { replace: true });
  };
}

export type SkipBody = CallInput<typeof contract.skipTable>['body'];

/** Reports why a suggested table is skipped; the answer is the next suggestion. A repeat changes nothing. */
export const sendSkip = async (rubric: JudgeRubric, body: SkipBody) => {
  const answer = await call(contract.skipTable, { body });
  queryClient.setQueryData(nextTableQuery(rubric).queryKey, answer);
  // The table is locked from now on.
  if (body.reason === 'conflict') void queryClient.invalidateQueries(tablesQuery);
};

export const callReportWaitingScores = (waiting: number) =>
  call(contract.reportWaitingScores, { body: { waiting } });

export const sendWithdrawal = (id: number) => call(contract.withdrawScore, { params: { id } });

export const useWithdrawScore = () =>
  useAction(sendWithdrawal, {
    success: 'Score withdrawn. It no longer counts.',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' }),
  });
