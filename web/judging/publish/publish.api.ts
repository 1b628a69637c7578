import * as contract from '../../../contract/judging/results.ts';
import { callQuery, queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';

export const publicationQuery = { ...callQuery(['publication'], contract.getPublication), staleTime: 0 };

const refresh = () => queryClient.invalidateQueries({ queryKey: publicationQuery.queryKey });

export const useDecideResult = createAction(contract.decideResult, { onSettled: refresh });

export const useLockResult = createAction(contract.lockResult, { onSettled: refresh });

export const useUnlockResult = createAction(contract.unlockResult, { onSettled: refresh });

export const usePublishResults = createAction(contract.publishResults, {
  success: 'The results are published.',
  onSettled: refresh,
});

export const useWithdrawResults = createAction(contract.withdrawResults, {
  success: 'The results are no longer public.',
  onSettled: refresh,
});
