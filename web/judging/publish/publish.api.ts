import {
  decideResult,
  getPublication,
  lockResult,
  publishResults,
  unlockResult,
  withdrawResults,
} from '../../../contract/judging/results.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { call, callQuery } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';

/** The rankings, what is decided about them, and what is published. */
export const publicationQuery = { ...callQuery(['publication'], getPublication), staleTime: 0 };

const refresh = () => queryClient.invalidateQueries({ queryKey: publicationQuery.queryKey });

export function useDecideResult() {
  return useAction((body: BodySent<typeof decideResult>) => call(decideResult, { body }), {
    fallback: 'The decision could not be stored. Please try again.',
    onSettled: refresh,
  });
}

export function useLockResult() {
  return useAction((body: BodySent<typeof lockResult>) => call(lockResult, { body }), {
    fallback: 'The winners could not be locked. Please try again.',
    onSettled: refresh,
  });
}

export function useUnlockResult() {
  return useAction((body: BodySent<typeof unlockResult>) => call(unlockResult, { body }), {
    fallback: 'The winners could not be unlocked. Please try again.',
    onSettled: refresh,
  });
}

export function usePublishResults() {
  return useAction((body: BodySent<typeof publishResults>) => call(publishResults, { body }), {
    fallback: 'The results could not be published. Please try again.',
    success: 'The results are published.',
    onSettled: refresh,
  });
}

export function useWithdrawResults() {
  return useAction(() => call(withdrawResults), {
    fallback: 'The results could not be taken back. Please try again.',
    success: 'The results are no longer public.',
    onSettled: refresh,
  });
}
