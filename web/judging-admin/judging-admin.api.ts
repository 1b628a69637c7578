import { queryOptions } from '@tanstack/react-query';
import { getJudgingProgress } from '../../contract/judging-admin.ts';
import { call } from '../lib/call.ts';

// Besides what is heard of: a judge who was sent somewhere long ago is not taken to be there any more.
const lookEvery = 60_000;

/** How far judging is. */
export const judgingProgressQuery = queryOptions({
  queryKey: ['hall', 'progress'],
  queryFn: ({ signal }) => call(getJudgingProgress, { signal }),
  refetchInterval: lookEvery,
  staleTime: 0,
});
