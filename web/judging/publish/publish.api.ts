import { queryOptions } from '@tanstack/react-query';
import { getPublication, publishResults, withdrawResults } from '../../../contract/judging/results.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';

/** What publishing the results would show, and what is published. */
export const publicationQuery = queryOptions({
  queryKey: ['publication'],
  queryFn: ({ signal }) => call(getPublication, { signal }),
  staleTime: 0,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: publicationQuery.queryKey });

export function usePublishResults({ onSettled }: { onSettled: () => void }) {
  return useAction((body: BodySent<typeof publishResults>) => call(publishResults, { body }), {
    fallback: 'The results could not be published. Please try again.',
    success: 'The results are published.',
    onSettled: () => {
      onSettled();
      return refresh();
    },
  });
}

export function useWithdrawResults({ onSettled }: { onSettled: () => void }) {
  return useAction(() => call(withdrawResults), {
    fallback: 'The results could not be taken back. Please try again.',
    success: 'The results are no longer public.',
    onSettled: () => {
      onSettled();
      return refresh();
    },
  });
}
