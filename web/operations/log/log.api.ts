import { infiniteQueryOptions } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { beginNextEvent, downloadBackup, getBackupState } from '../../../contract/operations/backup.ts';
import * as contract from '../../../contract/operations/log.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { call, callQuery, formatCallUrl, queryClient } from '../../lib/call.ts';
import { downloadBlob } from '../../lib/download.ts';
import { fetchFile } from '../../lib/files.ts';
import { createAction, useAction } from '../../lib/use-action.ts';

/** The log in pages, newest first. */
export const logQuery = (kind: contract.LogKind | 'all') =>
  infiniteQueryOptions({
    queryKey: ['log', kind],
    queryFn: ({ signal, pageParam }) =>
      call(contract.listLog, {
        query: { ...(kind !== 'all' && { kind }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < limits.log.pageSize ? undefined : last.at(-1)?._id),
    staleTime: 0,
  });

export const getLogExportUrl = (kind: contract.LogKind | 'all') =>
  formatCallUrl(contract.exportLog, undefined, kind === 'all' ? {} : { kind });

export const failedMailsQuery = callQuery(['failed-mails'], contract.listFailedMails);

export const useRetryFailedMails = createAction(contract.retryFailedMails, {
  send: (mails: readonly contract.FailedMail[]) => ({ body: { ids: mails.map(({ _id }) => _id) } }),
  success: ({ queued }) => `${formatCount(queued, 'email')} on the way again.`,
  onSettled: () => queryClient.invalidateQueries({ queryKey: failedMailsQuery.queryKey }),
});

export const backupStateQuery = callQuery(['backup'], getBackupState);

export const useBeginNextEvent = createAction(beginNextEvent, { isShown: true });

export const useDownloadBackup = () =>
  useAction(async () => downloadBlob('site.zip', await fetchFile(downloadBackup)), {
    isShown: true,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: backupStateQuery.queryKey }),
  });
