import { useCallback, useEffect, useRef, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { useLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.tsx';
import type { ListHandle } from '../../ui/virtual-list.tsx';
import {
  applicantTeamQuery,
  applicationByIdQuery,
  applicationHistoryQuery,
  refreshApplications,
} from './applications.api.ts';
import { documentQuery } from './documents.api.ts';
import { loadPdfViewer } from './load-pdf-viewer.ts';
import { useApplicationRows } from './use-application-rows.ts';
import { useDecisions } from './use-decisions.ts';
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
  const add = useCallback(
    (applications: readonly Application[]) =>
      setSelected((before) => new Map([...before, ...applications.map((row) => [row._id, row] as const)])),
    [],
  );
  /** Drops what is not shown any more: nothing is done to applications that nobody sees. */
  const keep = useCallback(
    (isShown: (application: Application) => boolean) =>
      setSelected((before) =>
        [...before.values()].every(isShown)
          ? before
          : new Map([...before].filter(([, application]) => isShown(application))),
      ),
    [],
  );
  const clear = useCallback(() => setSelected(new Map()), []);
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

// A hundred decisions of a colleague are not a hundred reasons to ask.
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

  /** Selects applications of the list, from one place to another. */
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
