import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ApplicationRow, RowPlaceholder, rowHeight } from './application-row.tsx';
import { ListControls } from './list-controls.tsx';
import { reviewStatusQuery } from './reviews/reviews.api.ts';
import { TableHead, useTableColumns } from './table-columns.tsx';
import type { ApplicationReviewState } from './use-application-review.ts';
import { useCanDecide } from './use-can-decide.ts';
import type { ApplicationStatusFilter, ListView } from './use-view-state.ts';

const empty: Record<ApplicationStatusFilter, string> = {
  all: 'Nobody has applied yet.',
  pending: 'Nothing is waiting for a decision.',
  approved: 'No application is approved yet.',
  rejected: 'No application is rejected.',
};

const isNarrowed = ({ q, narrowing }: ListView) => q !== '' || Object.keys(narrowing).length > 0;

function describeNone(view: ListView): string {
  if (view.share) return 'Your share is done. Get the next one above.';
  return isNarrowed(view) ? 'No applications match.' : empty[view.filter];
}

interface ApplicationListProps {
  review: ApplicationReviewState;
  /** Shows columns; only while no application is open. */
  asTable: boolean;
  onSelect: (id: string) => void;
  /** Returns where the list of a view was scrolled to, from its top for another view than before. */
  offsetOf: (view: string) => { current: number };
  /** Shown above the list. */
  children?: ReactNode;
}

/** The applications under a filter, in a list that keeps only the visible rows in the page and fetches them on the way. */
export function ApplicationList(props: ApplicationListProps) {
  const { list } = props.review;
  const [dismissed, dismiss] = useState<Error | null>(null);
  return (
    <div className="relative flex flex-col overflow-hidden rounded-lg border border-hairline bg-surface lg:min-h-0">
      <ListControls review={props.review} />
      {props.children}
      <StaleBar active={list.stale} />
      {list.error ? (
        list.error !== dismissed && (
          <ErrorBox
            message={getErrorMessage(list.error, texts.admin.listFailed)}
            onRetry={list.refetch}
            onDismiss={() => dismiss(list.error)}
          />
        )
      ) : list.loading ? (
        <div className="p-4">
          <Skeleton text="Loading applications..." />
        </div>
      ) : (
        <LoadedList {...props} />
      )}
    </div>
  );
}

function LoadedList({ review, asTable, onSelect, offsetOf }: ApplicationListProps) {
  const { list, view, viewSearch: key, selectedId, selection } = review;
  const columns = useTableColumns(list, asTable);
  // Beside the plain order of ratings, the one without how strict each reviewer is.
  const { data: ranks } = useQuery({
    ...reviewStatusQuery,
    enabled: view.sort === 'rating',
    select: ({ ranking }) => new Map(ranking.map((rank) => [rank.application, rank])),
  });
  return (
    <>
      <ListHead total={list.total} onTickAll={() => void review.selectAll()} />
      {asTable && list.total > 0 && <TableHead columns={columns} sort={view.sort} onSort={review.setSort} />}
      {list.total === 0 ? (
        <EmptyState
          text={describeNone(view)}
          scene={view.filter === 'all' && !isNarrowed(view) && !view.share ? 'doors' : undefined}
        />
      ) : (
        <VirtualList
          // Another view starts at the top.
          key={key}
          ref={review.handle}
          offset={offsetOf(key)}
          count={list.total}
          rowKey={(index) => list.at(index)?._id ?? `row ${index}`}
          rowHeight={rowHeight}
          label="Applications"
          onSight={list.onSight}
          className="max-h-[70vh] min-h-0"
          render={(index) => {
            const row = list.at(index);
            if (!row) return <RowPlaceholder />;
            return (
              <ApplicationRow
                application={row}
                selected={row._id === selectedId}
                ticked={selection.selected.has(row._id)}
                onSelect={onSelect}
                onTick={selection.toggle}
                toFocus={review.toFocus}
                rank={view.sort === 'rating' ? ranks?.get(row._id) : undefined}
                columns={asTable ? columns : undefined}
              />
            );
          }}
        />
      )}
    </>
  );
}

function ListHead({ total, onTickAll }: { total: number; onTickAll: () => void }) {
  const canDecide = useCanDecide();
  const event = useEvent();
  return (
    <div className="flex min-h-8 items-center justify-between border-b border-hairline px-3 text-sm text-muted">
      <p role="status">
        <span className="tabular font-semibold text-text">{formatNumber(total, event)}</span>{' '}
        {total === 1 ? 'application' : 'applications'}
      </p>
      {canDecide && total > 1 && (
        <button type="button" className="link min-h-8" onClick={onTickAll}>
          Select all
        </button>
      )}
    </div>
  );
}
