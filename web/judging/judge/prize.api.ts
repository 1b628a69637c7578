import { queryOptions } from '@tanstack/react-query';
import { getPrizeJudging, submitPrizeScore } from '../../../contract/judging/prize-judging.ts';
import { type CallInput, call } from '../../lib/call.ts';
import { fetchOrCached } from '../../lib/offline-cache.ts';

/** The prize that the judge scores, with the projects entered for it; without a network what this device has of it. */
export const prizeJudgingQuery = queryOptions({
  queryKey: ['judging', 'prize'],
  queryFn: ({ signal }) => fetchOrCached('judge:prize', () => call(getPrizeJudging, { signal })),
  refetchInterval: 60_000,
});

export type PrizeScoreBody = CallInput<typeof submitPrizeScore>['body'];

/** Sends a score of a project; the same key never makes a second one. */
export const callSubmitPrizeScore = (body: PrizeScoreBody, idempotencyKey: string) =>
  call(submitPrizeScore, { body, idempotencyKey });
