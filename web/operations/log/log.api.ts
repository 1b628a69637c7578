import { infiniteQueryOptions } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import {
  exportLog,
  type FailedMail,
  type LogKind,
  listFailedMails,
  listLog,
  retryFailedMails,
} from '../../../contract/operations/log.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { call, callQuery, formatCallUrl } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';

/** The log in pages, newest first. */
export const logQuery = (kind: LogKind | 'all') =>
  infiniteQueryOptions({
    queryKey: ['log', kind],
    queryFn: ({ signal, pageParam }) =>
      call(listLog, {
        query: { ...(kind !== 'all' && { kind }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < limits.log.pageSize ? undefined : last.at(-1)?._id),
    staleTime: 0,
  });

/** The address of the log as CSV, for a link. */
export const getLogExportUrl = (kind: LogKind | 'all') =>
  formatCallUrl(exportLog, undefined, kind === 'all' ? {} : { kind });

export const failedMailsQuery = callQuery(['failed-mails'], listFailedMails);

export function useRetryFailedMails() {
  return useAction(
    (mails: readonly FailedMail[]) => call(retryFailedMails, { body: { ids: mails.map(({ _id }) => _id) } }),
    {
      fallback: 'The emails could not be sent again. Please try again.',
      success: ({ queued }) => `${formatCount(queued, 'email')} on the way again.`,
      onSettled: () => queryClient.invalidateQueries({ queryKey: failedMailsQuery.queryKey }),
    },
  );
}
