import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listQuery, type StatusFilter } from './applications.ts';

const rowsAhead = 20;

/** The rows of the list as far as they are here, and what fetches more when their end comes near. */
export function useRows(filter: StatusFilter) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    listQuery(filter),
  );
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const fetchAhead = useCallback(
    (index: number) => {
      if (index >= rows.length - rowsAhead && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  return {
    rows,
    total: data?.pages[0]?.total ?? 0,
    error: data ? null : error,
    loading: !data,
    refetch,
    fetchAhead,
  };
}
