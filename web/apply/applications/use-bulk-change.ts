import { useCallback, useRef, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { changeStatus, refreshApplications, replaceCached, undoStatus } from './applications.api.ts';

const atOnce = 4;
export type Decision = 'approved' | 'rejected';

export interface BulkRun {
  status: Decision;
  total: number;
  changed: number;
  failed: { application: Application; message: string }[];
  running: boolean;
  /** The ids of the changed applications, and in milliseconds until when all of them can be undone. */
  undoable: { ids: readonly string[]; until: number };
  /** How many were undone; absent before that. */
  undone?: number;
}

function addChanged(run: BulkRun, { _id, status }: Application, undoUntil: string | undefined): BulkRun {
  const { ids, until } = run.undoable;
  const changed = run.changed + 1;
  // The status was this one already: there is nothing to undo.
  if (!undoUntil || status === run.status) return { ...run, changed };
  const undoable = { ids: [...ids, _id], until: Math.min(until, Date.parse(undoUntil)) };
  return { ...run, changed, undoable };
}

/** Changes the status of many applications, four at a time; can be stopped, and retried for those that failed. */
export function useBulkChange() {
  const [run, setRun] = useState<BulkRun>();
  const stopped = useRef(false);

  const work = useCallback(
    async (applications: readonly Application[], status: Decision, again?: 'again') => {
      stopped.current = false;
      const waiting = [...applications];
      const undoable = { ids: [], until: Number.POSITIVE_INFINITY };
      setRun({ status, total: waiting.length, changed: 0, failed: [], running: true, undoable });
      const worker = async () => {
        for (let next = waiting.shift(); next && !stopped.current; next = waiting.shift()) {
          const application = next;
          try {
            // A colleague's decision is not overruled unseen; whoever retries has seen it.
            const from = again ? undefined : application.status;
            const changed = await changeStatus(application._id, status, from);
            replaceCached(changed);
            const { undoUntil } = changed;
            setRun((before) => before && addChanged(before, application, undoUntil));
          } catch (error) {
            const failure = { application, message: getErrorMessage(error, texts.admin.statusFailed) };
            setRun((before) => before && { ...before, failed: [...before.failed, failure] });
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      setRun((before) => before && { ...before, running: false });
      await refreshApplications();
    },
    [],
  );

  const undo = useCallback(async ({ status, undoable: { ids } }: BulkRun) => {
    setRun((before) => before && { ...before, running: true });
    const waiting = [...ids];
    let undone = 0;
    const worker = async () => {
      for (let id = waiting.shift(); id; id = waiting.shift())
        await undoStatus(id, status).then(
          (changed) => {
            replaceCached(changed);
            undone += 1;
          },
          () => undefined,
        );
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    setRun((before) => before && { ...before, running: false, undone });
    await refreshApplications();
  }, []);
  return {
    run,
    undo: () => run && void undo(run),
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
