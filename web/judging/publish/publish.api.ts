import {
  decideResult,
  getPublication,
  lockResult,
  publishResults,
  unlockResult,
  withdrawResults,
} from '../../../contract/judging/results.ts';
import { callQuery, queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';

export const publicationQuery = { ...callQuery(['publication'], getPublication), staleTime: 0 };

const refresh = () => queryClient.invalidateQueries({ queryKey: publicationQuery.queryKey });

export const useDecideResult = createAction(decideResult, { onSettled: refresh });

export const useLockResult = createAction(lockResult, { onSettled: refresh });

export const useUnlockResult = createAction(unlockResult, { onSettled: refresh });

export const usePublishResults = createAction(publishResults, {
  success: 'The results are published.',
  onSettled: refresh,
});

export const useWithdrawResults = createAction(withdrawResults, {
  success: 'The results are no longer public.',
  onSettled: refresh,
});
