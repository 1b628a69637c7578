import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type Application, changeStatus } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';

const atOnce = 4;
export type Decision = 'approved' | 'rejected';

export interface BulkRun {
  status: Decision;
  total: number;
  changed: number;
  failed: { application: Application; message: string }[];
  running: boolean;
}

/** Decides on many applications, four at a time; can be stopped, and tried again for those that failed. */
export function useBulkChange() {
  const client = useQueryClient();
  const [run, setRun] = useState<BulkRun>();
  const stopped = useRef(false);

  const start = useCallback(
    async (applications: readonly Application[], status: Decision) => {
      stopped.current = false;
      const waiting = [...applications];
      setRun({ status, total: waiting.length, changed: 0, failed: [], running: true });
      const worker = async () => {
        for (let next = waiting.shift(); next && !stopped.current; next = waiting.shift()) {
          const application = next;
          try {
            await call(changeStatus, { params: { id: application._id }, body: { status } });
            setRun((before) => before && { ...before, changed: before.changed + 1 });
          } catch (error) {
            const failure = { application, message: messageOf(error, texts.admin.statusFailed) };
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
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { run, start, stop, dismiss: useCallback(() => setRun(undefined), []) };
}
