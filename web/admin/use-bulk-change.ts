import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { changeStatus } from './applications.api.ts';

const atOnce = 4;
export type Decision = 'approved' | 'rejected';

export interface BulkRun {
  status: Decision;
  total: number;
  changed: number;
  failed: { application: Application; message: string }[];
  running: boolean;
}

/** Changes the status of many applications, four at a time; can be stopped, and retried for those that failed. */
export function useBulkChange() {
  const client = useQueryClient();
  const [run, setRun] = useState<BulkRun>();
  const stopped = useRef(false);

  const work = useCallback(
    async (applications: readonly Application[], status: Decision, again?: 'again') => {
      stopped.current = false;
      const waiting = [...applications];
      setRun({ status, total: waiting.length, changed: 0, failed: [], running: true });
      const worker = async () => {
        for (let next = waiting.shift(); next && !stopped.current; next = waiting.shift()) {
          const application = next;
          try {
            // A colleague's decision is not overruled unseen; whoever retries has seen it.
            const from = again ? undefined : application.status;
            await changeStatus(application._id, status, from);
            setRun((before) => before && { ...before, changed: before.changed + 1 });
          } catch (error) {
            const failure = { application, message: getErrorMessage(error, texts.admin.statusFailed) };
            setRun((before) => before && { ...before, failed: [...before.failed, failure] });
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      setRun((before) => before && { ...before, running: false });
      await client.invalidateQueries({ queryKey: ['applications'] });
    },
    [client],
  );
  return {
    run,
    start: (applications: readonly Application[], status: Decision) => void work(applications, status),
    retry: () =>
      run &&
      void work(
        run.failed.map(({ application }) => application),
        run.status,
        'again',
      ),
    stop: useCallback(() => {
      stopped.current = true;
    }, []),
    dismiss: useCallback(() => setRun(undefined), []),
  };
}
