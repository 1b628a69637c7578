import { useCallback, useEffect, useRef, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import { formatName } from '../../lib/format-name.ts';
import { useLive } from '../../lib/live.ts';
import { toast } from '../../ui/toast.tsx';
import type { ListHandle } from '../../ui/virtual-list.tsx';
import {
  applicantTeamQuery,
  applicationByIdQuery,
  applicationHistoryQuery,
  documentQuery,
  refreshApplications,
  useUndoDecision,
  useUpdateApplicationStatus,
} from './applications.api.ts';
import { loadPdfViewer } from './load-pdf-viewer.ts';
import { useApplicationRows } from './use-application-rows.ts';
import type { Decision } from './use-bulk-change.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useViewState } from './use-view-state.ts';

/** The selected applications, as they were when selected. Only what is shown is selected: see `keep`. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, Application>>(new Map());
  /** The last one that was selected alone: a range starts there. */
  const anchor = useRef<string>(undefined);

  const toggle = useCallback((application: Application) => {
    anchor.current = application._id;
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(application._id)) next.set(application._id, application);
      return next;
    });
  }, []);
  const add = (applications: readonly Application[]) =>
    setSelected((before) => new Map([...before, ...applications.map((row) => [row._id, row] as const)]));
  /** Drops applications that are no longer shown: actions only apply to visible ones. */
  const keep = (isShown: (application: Application) => boolean) => {
    const shown = [...selected].filter(([, application]) => isShown(application));
    if (shown.length < selected.size) setSelected(new Map(shown));
  };
  const clear = () => setSelected(new Map());
  return { selected, anchor, toggle, add, keep, clear };
}

// In milliseconds: applications that are passed quickly are not fetched.
const pause = 150;

/** Fetches ahead while an application is read: its resume, and everything of the next ones in the list. */
function useReadAhead(current: Application | undefined, next: (Application | undefined)[]): void {
  const following = next.filter((application) => application !== undefined);
  const ids = [current, ...following].map((application) => application?._id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids identify the applications, which are new objects at every render.
  useEffect(() => {
    if (!current) return;
    const timer = setTimeout(() => {
      for (const { resumeUrl } of [current, ...following])
        if (resumeUrl) void queryClient.prefetchQuery(documentQuery(resumeUrl));
      for (const { _id, user } of following) {
        void queryClient.prefetchQuery(applicationByIdQuery(_id));
        void queryClient.prefetchQuery(applicationHistoryQuery(_id));
        if (user.team) void queryClient.prefetchQuery(applicantTeamQuery(user.team));
      }
      void loadPdfViewer();
    }, pause);
    return () => clearTimeout(timer);
  }, [ids]);
}

// Batches the events of a colleague's bulk decision.
const refreshPause = 1000;

/** The state of the review: the filtered list, the open application, the selection, and decisions. */
export function useApplicationReview() {
  const state = useViewState();
  const { view, selectedId, select } = state;
  const list = useApplicationRows(view, selectedId);
  const selection = useSelection();
  const handle = useRef<ListHandle>(null);
  const { toFocus, follow } = useRowFocus();
  // Somebody applied, or another organizer decided: what is on the screen is asked for again.
  useLive('applications', () => void refreshApplications(), { atMostEvery: refreshPause });

  const place = list.indexOf(selectedId) ?? -1;
  const current: Application | undefined = list.at(place);
  useReadAhead(current, [list.at(place + 1), list.at(place + 2)]);

  function move(step: 1 | -1) {
    const to = place < 0 ? 0 : place + step;
    const next = list.at(to);
    if (!next) return;
    follow(next._id);
    select(next._id, { replace: place >= 0 });
    handle.current?.reveal(to);
  }

  const decisions = useDecisions(
    ({ _id }) => {
      // Under a filter the decided application leaves the list.
      const leaves = view.filter !== 'all' && _id === selectedId;
      if (!leaves) return false;
      const next = (list.at(place + 1) ?? list.at(place - 1))?._id;
      follow(next);
      select(next, { replace: true });
      return true;
    },
    (id) => select(id, { replace: true }),
  );

  const selectBetween = (from: number, to: number) =>
    list
      .between(from, to)
      .then(selection.add)
      .catch(() => toast.error(texts.admin.listFailed));

  /** Selects everything from the last selected application to the open one, in the order of the list. */
  async function extendSelection() {
    if (!current) return;
    const from = list.indexOf(selection.anchor.current) ?? place;
    await selectBetween(Math.min(from, place), Math.max(from, place));
  }

  return {
    ...state,
    ...decisions,
    list,
    selection,
    extendSelection,
    selectAll: () => selectBetween(0, list.total - 1),
    handle,
    toFocus,
    follow,
    current,
    move,
  };
}

export type ApplicationReviewState = ReturnType<typeof useApplicationReview>;

/**
 * Decides on applications, says what comes of it, and undoes decisions. `openNext` opens another application where the
 * decided one leaves the list, and returns whether it did; `comeBack` opens one whose decision was refused or undone.
 */
function useDecisions(openNext: (application: Application) => boolean, comeBack: (id: string) => void) {
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
      toast.success(`${formatName(user.name)} ${what}.${held ? ' Held until the release.' : email}`, {
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
    else toast.error('You have no decision to undo here.');
  }

  return {
    decide: (application: Application, status: Decision) => void decide(application, status),
    undo: (id: string, status: Decision) => undo.mutate({ id, status }),
    undoLast,
    refusal,
    dismissRefusal: () => setRefusal(undefined),
  };
}
