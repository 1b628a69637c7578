import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { texts } from '../../contract/texts.ts';
import { messageOf } from '../lib/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { ApplicationRow, rowHeight } from './application-row.tsx';
import { listQuery, type StatusFilter } from './applications.ts';

const empty: Record<StatusFilter, string> = {
  all: 'Nobody has applied yet.',
  pending: 'Nothing is waiting for a decision.',
  approved: 'No application is approved yet.',
  rejected: 'No application is rejected.',
};
const rowsAhead = 20;

/** The applications under a filter, in a list that keeps only the visible rows in the page and fetches more on the way. */
export function ApplicationList(props: {
  filter: StatusFilter;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    listQuery(props.filter),
  );
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const fetchAhead = useCallback(
    (index: number) => {
      if (index >= rows.length - rowsAhead && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );

  if (error && !data)
    return <ErrorBox message={messageOf(error, texts.admin.listFailed)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton text="Loading applications..." />;
  return (
    <div className="overflow-hidden rounded-lg border border-hairline bg-surface">
      <p role="status" className="border-b border-hairline px-4 py-2 text-sm text-muted">
        <span className="tabular font-semibold text-text">{total.toLocaleString('en')}</span>{' '}
        {total === 1 ? 'application' : 'applications'}
      </p>
      {rows.length === 0 ? (
        <EmptyState text={empty[props.filter]} scene={props.filter === 'all' ? 'doors' : undefined} />
      ) : (
        <VirtualList
          items={rows}
          itemKey={(row) => row._id}
          rowHeight={rowHeight}
          label="Applications"
          total={total}
          onReach={fetchAhead}
          className="max-h-[70vh]"
          render={(row) => (
            <ApplicationRow
              application={row}
              selected={row._id === props.selectedId}
              onSelect={() => props.onSelect(row._id)}
            />
          )}
        />
      )}
    </div>
  );
}
