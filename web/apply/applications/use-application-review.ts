import { useRef } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { useLive } from '../../lib/live.ts';
import { toast } from '../../ui/toast.tsx';
import type { ListHandle } from '../../ui/virtual-list.tsx';
import { refreshApplications } from './applications.api.ts';
import { useApplicationRows } from './use-application-rows.ts';
import { useDecisions } from './use-decisions.ts';
import { useReadAhead } from './use-read-ahead.ts';
import { useRowFocus } from './use-row-focus.ts';
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
