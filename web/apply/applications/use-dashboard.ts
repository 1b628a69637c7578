import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { queryClient } from '../../lib/call.ts';
import { applicationByIdQuery } from './applications.api.ts';
import { type SearchState, useSearch } from './search/use-search.ts';
import { type ApplicationReviewState, useApplicationReview } from './use-application-review.ts';
import { type ApplicationStatusFilter, isInView } from './use-view-state.ts';

/** Drops from the selection what neither the list nor the search results show. */
function dropHidden({ selection, view }: ApplicationReviewState, { shown, answer }: SearchState): void {
  if (selection.selected.size === 0) return;
  const found = new Set(shown ? answer?.results.map(({ application }) => application._id) : []);
  // A decision on this page may have taken it out of the list.
  const latest = (application: Application) =>
    queryClient.getQueryData(applicationByIdQuery(application._id).queryKey) ?? application;
  selection.keep((application) => (shown ? found.has(application._id) : isInView(view, latest(application))));
}

/** The review and the search of the dashboard, of which one shows its list at a time. */
export function useDashboard() {
  const review = useApplicationReview();
  const search = useSearch(review);
  dropHidden(review, search);
  const openId = search.chosen?.application._id ?? review.selectedId;
  // On a phone, a link to one application shows that application, not the list above it, and Back the list again.
  const [isListShown, setListShown] = useState(!openId);
  const [wasOpen, setWasOpen] = useState(openId);
  if (openId !== wasOpen) {
    setWasOpen(openId);
    if (!openId || !wasOpen) setListShown(!openId);
  }
  const isOpen = openId !== undefined;
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    if (!isOpen && scrolled.current > 0) scrollTo(0, scrolled.current);
  }, [isOpen]);
  const offset = useRef({ list: '', current: 0 });
  /** Returns the scroll position of a list, which starts at its top unless it was the last one. */
  const offsetOf = useCallback((list: string) => {
    if (offset.current.list !== list) offset.current = { list, current: 0 };
    return offset.current;
  }, []);
  const open = (select: (id: string) => void) => (id: string) => {
    if (!isOpen) scrolled.current = scrollY;
    select(id);
    setListShown(false);
  };
  return {
    review,
    search,
    /** The id of the open application, chosen in the list or among the search results. */
    openId,
    isListShown,
    offsetOf,
    toggleList: () => setListShown(!isListShown),
    setFilter(next: ApplicationStatusFilter) {
      review.setFilter(next);
      search.show(false);
      setListShown(true);
    },
    deselect: () => review.select(undefined),
    // An application and a search result are never open at once. On a phone the open one replaces the list.
    selectApplication: open(review.select),
    selectResult: open(review.selectResult),
    move(step: 1 | -1) {
      if (search.shown) search.move(step, review.follow);
      else review.move(step);
    },
  };
}

export type DashboardState = ReturnType<typeof useDashboard>;
