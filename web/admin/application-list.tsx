import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { texts } from '../../contract/texts.ts';
import { messageOf } from '../lib/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ApplicationRow, rowHeight } from './application-row.tsx';
import { listQuery, type StatusFilter } from './applications.ts';

const empty: Record<StatusFilter, string> = {
  all: 'Nobody has applied yet.',
  pending: 'Nothing is waiting for a decision.',
  approved: 'No application is approved yet.',
  rejected: 'No application is rejected.',
};

/** The applications under a filter, in a list that keeps only the visible rows in the page and fetches more on the way. */
export function ApplicationList(props: {
  filter: StatusFilter;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    listQuery(props.filter),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const virtual = useVirtualizer({
    count: hasNextPage ? rows.length + 1 : rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;

  useEffect(() => {
    if (last >= rows.length - 1 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (error && !data)
    return <ErrorBox message={messageOf(error, texts.admin.listFailed)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading applications..." rows={8} />;
  return (
    <div className="overflow-hidden rounded-lg border border-hairline bg-surface">
      <p role="status" className="border-b border-hairline px-4 py-2 text-sm text-muted">
        <span className="tabular font-semibold text-text">{total.toLocaleString('en')}</span>{' '}
        {total === 1 ? 'application' : 'applications'}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={empty[props.filter]} />
      ) : (
        <div ref={scroller} className="max-h-[70vh] overflow-y-auto overscroll-contain">
          <ul aria-label="Applications" className="relative" style={{ height: virtual.getTotalSize() }}>
            {visible.map((item) => {
              const row = rows[item.index];
              return (
                <li
                  key={row?._id ?? 'more'}
                  aria-setsize={total}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0 top-0"
                  style={{ height: item.size, translate: `0 ${item.start}px` }}
                >
                  {row ? (
                    <ApplicationRow
                      application={row}
                      selected={row._id === props.selectedId}
                      onSelect={() => props.onSelect(row._id)}
                    />
                  ) : (
                    <p className="px-4 py-3 text-sm text-muted">Loading more…</p>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
