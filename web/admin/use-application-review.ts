import { useRef, useState } from 'react';
import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { formatName } from '../lib/format-name.ts';
import { useLive } from '../lib/live.ts';
import { toast } from '../ui/toast.tsx';
import type { ListHandle } from '../ui/virtual-list.tsx';
import { refreshApplications, useUndoDecision, useUpdateApplicationStatus } from './applications.api.ts';
import { useApplicationRows } from './use-application-rows.ts';
import type { Decision } from './use-bulk-change.ts';
import { useReadAhead } from './use-read-ahead.ts';
import { useSelection } from './use-selection.ts';
import { useViewState } from './use-view-state.ts';

// A hundred decisions of a colleague are not a hundred reasons to ask.
const refreshPause = 1000;

/** The state of the review: the filtered list, the open application, the selection, and decisions. */
export function useApplicationReview() {
  const state = useViewState();
  const { view, selectedId, select } = state;
  const list = useApplicationRows(view, selectedId);
  const selection = useSelection();
  const handle = useRef<ListHandle>(null);
  const change = useUpdateApplicationStatus();
  const undo = useUndoDecision();
  /** The decisions of this page that can be undone, for the key that undoes the last. */
  const decisions = useRef<{ id: string; status: Decision; opened: boolean }[]>([]);
  const [refusal, setRefusal] = useState<{ id: string; message: string }>();
  // Somebody applied, or another organizer decided: what is on the screen is asked for again.
  useLive('applications', () => void refreshApplications(), {
    atMostEvery: refreshPause,
  });

  const place = list.indexOf(selectedId) ?? -1;
  const current: Application | undefined = list.at(place);
  useReadAhead(current, [list.at(place + 1), list.at(place + 2)]);

  function move(step: 1 | -1) {
    const to = place < 0 ? 0 : place + step;
    const next = list.at(to);
    if (!next) return;
    select(next._id, { replace: place >= 0 });
    handle.current?.reveal(to);
  }

  async function decide(application: Application, status: Decision) {
    if (application.status === status) return;
    const name = formatName(application.user.name);
    setRefusal(undefined);
    const done = change.mutateAsync({ application, status });
    // Under a filter the decided application leaves the list: the next one opens at once.
    const opened = view.filter !== 'all' && application._id === selectedId;
    if (opened) select((list.at(place + 1) ?? list.at(place - 1))?._id, { replace: true });
    const decided = { id: application._id, status, opened };
    decisions.current.push(decided);
    try {
      const { undoUntil, held, place } = await done;
      const left = undoUntil ? Date.parse(undoUntil) - Date.now() : 0;
      const next = held
        ? ' Held until the release.'
        : left > 0
          ? ` The email goes out in ${Math.ceil(left / 1000)} s.`
          : '';
      const what = place?.state === 'waiting' ? 'is on the waitlist' : status;
      void toast.success(`${name} ${what}.${next}`, {
        id: 'decision',
        ...(left > 0 && {
          duration: left,
          action: { label: 'Undo', onClick: () => undoDecision(decided) },
        }),
      });
    } catch (error) {
      decisions.current = decisions.current.filter((decision) => decision !== decided);
      setRefusal({ id: application._id, message: getErrorMessage(error, texts.admin.statusFailed) });
      if (opened) select(application._id, { replace: true });
    }
  }

  function undoDecision({ id, status, opened }: (typeof decisions.current)[number]) {
    decisions.current = decisions.current.filter((decision) => decision.id !== id);
    undo.mutate({ id, status });
    // Where the decision opened the next one, its undo comes back.
    if (opened) select(id, { replace: true });
  }

  function undoLast() {
    const last = decisions.current.at(-1);
    if (last) undoDecision(last);
    else toast.error('There is no decision of yours to undo here.');
  }

  /** Selects everything from the last selected application to the open one, in the order of the list. */
  async function extendSelection() {
    if (!current) return;
    const from = list.indexOf(selection.anchor.current) ?? place;
    selection.add(await list.between(Math.min(from, place), Math.max(from, place)));
  }

  return {
    ...state,
    list,
    selection,
    extendSelection: () => extendSelection().catch(() => toast.error(texts.admin.listFailed)),
    selectAll: () =>
      list
        .between(0, list.total - 1)
        .then(selection.add)
        .catch(() => toast.error(texts.admin.listFailed)),
    handle,
    current,
    move,
    decide: (application: Application, status: Decision) => void decide(application, status),
    undo: (id: string, status: Decision) => undo.mutate({ id, status }),
    undoLast,
    refusal,
    dismissRefusal: () => setRefusal(undefined),
  };
}

export type ApplicationReviewState = ReturnType<typeof useApplicationReview>;
