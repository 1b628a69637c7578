import { useRef, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { formatName } from '../../lib/format-name.ts';
import { toast } from '../../ui/toast.tsx';
import { useUndoDecision, useUpdateApplicationStatus } from './applications.api.ts';
import type { Decision } from './use-bulk-change.ts';

/**
 * Decides on applications, says what comes of it, and undoes decisions. `openNext` opens another application where the
 * decided one leaves the list, and returns whether it did; `comeBack` opens one whose decision was refused or undone.
 */
export function useDecisions(
  openNext: (application: Application) => boolean,
  comeBack: (id: string) => void,
) {
  const change = useUpdateApplicationStatus();
  const undo = useUndoDecision();
  /** The decisions of this page that can be undone, for the key that undoes the last. */
  const decisions = useRef<{ id: string; status: Decision; opened: boolean }[]>([]);
  const [refusal, setRefusal] = useState<{ id: string; message: string }>();

  async function decide(application: Application, status: Decision) {
    if (application.status === status) return;
    const { _id: id, user } = application;
    setRefusal(undefined);
    const sent = change.mutateAsync({ application, status });
    const decided = { id, status, opened: openNext(application) };
    decisions.current.push(decided);
    try {
      const { undoUntil, held, place } = await sent;
      const left = undoUntil ? Date.parse(undoUntil) - Date.now() : 0;
      const email = left > 0 ? ` The email goes out in ${Math.ceil(left / 1000)} s.` : '';
      const what = place?.state === 'waiting' ? 'is on the waitlist' : status;
      const undoing = { duration: left, action: { label: 'Undo', onClick: () => undoDecision(decided) } };
      void toast.success(`${formatName(user.name)} ${what}.${held ? ' Held until the release.' : email}`, {
        id: 'decision',
        ...(left > 0 && undoing),
      });
    } catch (error) {
      decisions.current = decisions.current.filter((decision) => decision !== decided);
      setRefusal({ id, message: getErrorMessage(error, texts.admin.statusFailed) });
      if (decided.opened) comeBack(id);
    }
  }

  function undoDecision({ id, status, opened }: (typeof decisions.current)[number]) {
    decisions.current = decisions.current.filter((decision) => decision.id !== id);
    undo.mutate({ id, status });
    if (opened) comeBack(id);
  }

  function undoLast() {
    const last = decisions.current.at(-1);
    if (last) undoDecision(last);
    else toast.error('There is no decision of yours to undo here.');
  }

  return {
    decide: (application: Application, status: Decision) => void decide(application, status),
    undo: (id: string, status: Decision) => undo.mutate({ id, status }),
    undoLast,
    refusal,
    dismissRefusal: () => setRefusal(undefined),
  };
}
