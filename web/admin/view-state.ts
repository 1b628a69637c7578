import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { StatusFilter } from './applications.ts';

const filters: readonly StatusFilter[] = ['all', 'pending', 'approved', 'rejected'];

/** What the page shows, kept in the address, so that Back works and a link can be sent on. */
export function useViewState() {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find((known) => known === search.get('status')) ?? 'all';
  const selectedId = search.get('id') ?? undefined;

  /** Changing the filter clears the selection. */
  const setFilter = useCallback(
    (next: StatusFilter) => setSearch(next === 'all' ? {} : { status: next }),
    [setSearch],
  );
  const select = useCallback(
    (id: string | undefined) =>
      setSearch((current) => {
        const next = new URLSearchParams(current);
        if (id) next.set('id', id);
        else next.delete('id');
        return next;
      }),
    [setSearch],
  );
  return { filter, selectedId, setFilter, select };
}
