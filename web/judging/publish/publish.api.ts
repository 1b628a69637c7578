import {
  decideResult,
  getPublication,
  lockResult,
  publishResults,
  unlockResult,
  withdrawResults,
} from '../../../contract/judging/results.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { callQuery, queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';

export const publicationQuery = { ...callQuery(['publication'], getPublication), staleTime: 0 };

const refresh = () => queryClient.invalidateQueries({ queryKey: publicationQuery.queryKey });

export const useDecideResult = createAction(decideResult, {
  send: (body: BodySent<typeof decideResult>) => ({ body }),
  onSettled: refresh,
});

export const useLockResult = createAction(lockResult, {
  send: (body: BodySent<typeof lockResult>) => ({ body }),
  onSettled: refresh,
});

export const useUnlockResult = createAction(unlockResult, {
  send: (body: BodySent<typeof unlockResult>) => ({ body }),
  onSettled: refresh,
});

export const usePublishResults = createAction(publishResults, {
  send: (body: BodySent<typeof publishResults>) => ({ body }),
  success: 'The results are published.',
  onSettled: refresh,
});

export const useWithdrawResults = createAction(withdrawResults, {
  success: 'The results are no longer public.',
  onSettled: refresh,
});
