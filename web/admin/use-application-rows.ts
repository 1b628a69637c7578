import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Application } from '../../contract/applications.ts';
import { limits } from '../../contract/limits.ts';
import { applicationPageQuery, fetchApplicationRows } from './applications.api.ts';
import type { ListView } from './use-view-state.ts';

const size = limits.admin.pageSize;
// So many rows before and after those in sight are here before they are scrolled to.
const margin = 20;
const pageOf = (index: number) => Math.floor(index / size);

interface Place {
  id: string;
  index: number;
}

/**
 * The list as far as it is looked at: the pages in sight, the first one, and the one with the open application. Only these
 * are asked for again when something changes, however far somebody has scrolled.
 */
export function useApplicationRows(view: ListView, selectedId: string | undefined) {
  // Which pages are in sight.
  const [seen, setSeen] = useState({ view, first: 0, last: 0 });
  const sight = seen.view === view ? seen : { first: 0, last: 0 };
  const [place, setPlace] = useState<Place>();
  const held = place?.id === selectedId ? place : undefined;

  const first = useQuery({ ...applicationPageQuery(view, 0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const wanted = new Set<number>();
  for (const index of held ? [held.index - 1, held.index + 2] : []) wanted.add(pageOf(index));
  for (let page = sight.first; page <= sight.last; page++) wanted.add(page);
  const numbers = [...wanted].filter((page) => page > 0 && page * size < total);
  const others = useQueries({ queries: numbers.map((page) => applicationPageQuery(view, page)) });

  const rows = new Map<number, Application>();
  const indexes = new Map<string, number>();
  const put = (page: number, found: readonly Application[] = []) => {
    for (const [at, row] of found.entries()) {
      // Two pages of different moments can both hold a row that has moved: it is shown once.
      if (indexes.has(row._id)) continue;
      rows.set(page * size + at, row);
      indexes.set(row._id, page * size + at);
    }
  };
  put(0, first.data?.rows);
  for (const [at, page] of numbers.entries()) put(page, others[at]?.data?.rows);

  const found = selectedId && indexes.get(selectedId);
  if (selectedId && typeof found === 'number' && held?.index !== found)
    setPlace({ id: selectedId, index: found });

  return {
    /** A row, undefined while it is not here. */
    at: (index: number) => rows.get(index),
    indexOf: (id: string | undefined) => (id === undefined ? undefined : indexes.get(id)),
    between: (from: number, to: number) => fetchApplicationRows(view, from, to),
    total,
    error: first.data ? null : first.error,
    loading: !first.data,
    stale: first.isPlaceholderData,
    refetch: first.refetch,
    onSight: useCallback(
      (from: number, to: number) => {
        const [first, last] = [pageOf(from - margin), pageOf(to + margin)];
        // Most of scrolling stays within the same pages: nothing but the list itself is drawn again.
        setSeen((before) =>
          before.view === view && before.first === first && before.last === last
            ? before
            : { view, first, last },
        );
      },
      [view],
    ),
  };
}

export type ApplicationRows = ReturnType<typeof useApplicationRows>;
