import { queryOptions } from '@tanstack/react-query';
import { getPrizeJudging, submitPrizeScore } from '../../contract/prize-judging.ts';
import { type CallInput, call } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { useAction } from '../lib/use-action.ts';

/** The prize that the judge scores, with the projects entered for it. */
export const prizeJudgingQuery = queryOptions({
  queryKey: ['judging', 'prize'],
  queryFn: ({ signal }) => call(getPrizeJudging, { signal }),
  refetchInterval: 60_000,
});

type PrizeScoreBody = CallInput<typeof submitPrizeScore>['body'];

/** Sends a score of a project; the same key never makes a second one. */
export function useSubmitPrizeScore({ onSuccess }: { onSuccess: () => void }) {
  return useAction(
    ({ body, key }: { body: PrizeScoreBody; key: string }) =>
      call(submitPrizeScore, { body, idempotencyKey: key }),
    {
      fallback: 'The score could not be sent. It stays here; please try again.',
      success: 'The score is stored.',
      onSuccess: () => {
        onSuccess();
        return queryClient.invalidateQueries({ queryKey: prizeJudgingQuery.queryKey });
      },
    },
  );
}
