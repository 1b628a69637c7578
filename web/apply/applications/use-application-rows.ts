import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { limits } from '../../../contract/limits.ts';
import { applicationPageQuery, fetchApplicationRows } from './applications.api.ts';
import type { ListView } from './use-view-state.ts';

const size = limits.admin.pageSize;
// How many rows before and after the visible ones are loaded ahead.
const margin = 20;
const pageOf = (index: number) => Math.floor(index / size);

interface Place {
  id: string;
  index: number;
}

/**
 * The loaded part of the list: the visible pages, the first one, and the one with the open application. Only these are
 * refetched when something changes, however far the list was scrolled.
 */
export function useApplicationRows(view: ListView, selectedId: string | undefined) {
  const [visible, setVisible] = useState({ view, first: 0, last: 0 });
  const pages = visible.view === view ? visible : { first: 0, last: 0 };
  const [place, setPlace] = useState<Place>();
  const known = place?.id === selectedId ? place : undefined;

  const first = useQuery({ ...applicationPageQuery(view, 0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const wanted = new Set<number>();
  for (const index of known ? [known.index - 1, known.index + 2] : []) wanted.add(pageOf(index));
  for (let page = pages.first; page <= pages.last; page++) wanted.add(page);
  const numbers = [...wanted].filter((page) => page > 0 && page * size < total);
  const others = useQueries({ queries: numbers.map((page) => applicationPageQuery(view, page)) });

  const rows = new Map<number, Application>();
  const indexes = new Map<string, number>();
  const put = (page: number, found: readonly Application[] = []) => {
    for (const [at, row] of found.entries()) {
      // Pages loaded at different times can both contain a row that has moved: it is shown once.
      if (indexes.has(row._id)) continue;
      rows.set(page * size + at, row);
      indexes.set(row._id, page * size + at);
    }
  };
  put(0, first.data?.rows);
  for (const [at, page] of numbers.entries()) put(page, others[at]?.data?.rows);

  const found = selectedId && indexes.get(selectedId);
  if (selectedId && typeof found === 'number' && known?.index !== found)
    setPlace({ id: selectedId, index: found });

  return {
    /** The rows of each loaded page. */
    pages: [first.data, ...others.map(({ data }) => data)].flatMap((page) => (page ? [page.rows] : [])),
    /** A row, undefined while it is not loaded. */
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
        // Scrolling within the same pages renders nothing but the list itself.
        setVisible((before) =>
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
