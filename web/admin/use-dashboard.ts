import { useState } from 'react';
import { useSearch } from './search/use-search.ts';
import { useApplicationReview } from './use-application-review.ts';
import type { ApplicationStatusFilter } from './use-view-state.ts';

/** The review and the search of the dashboard, of which one shows its list at a time. */
export function useDashboard() {
  const review = useApplicationReview();
  const search = useSearch();
  // On a phone, a link to one application shows that application, not the list above it.
  const [isListShown, setListShown] = useState(!review.selectedId);
  return {
    review,
    search,
    /** The id of the open application, chosen in the list or among the search results. */
    openId: search.chosen?.application._id ?? review.selectedId,
    isListShown,
    toggleList: () => setListShown(!isListShown),
    setFilter(next: ApplicationStatusFilter) {
      review.setFilter(next);
      search.choose(undefined);
      setListShown(true);
    },
    deselect() {
      search.choose(undefined);
      review.select(undefined);
    },
    // An application and a search result are never open at once. On a phone the open one replaces the list.
    selectApplication(id: string) {
      search.choose(undefined);
      review.select(id);
      setListShown(false);
    },
    selectResult(id: string) {
      review.select(undefined);
      search.choose(id);
      setListShown(false);
    },
    move(step: 1 | -1) {
      if (search.shown) {
        review.select(undefined);
        search.move(step);
      } else {
        search.choose(undefined);
        review.move(step);
      }
    },
  };
}

export type DashboardState = ReturnType<typeof useDashboard>;
