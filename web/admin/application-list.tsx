import type { Ref } from 'react';
import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { messageOf } from '../lib/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type ListHandle, VirtualList } from '../ui/virtual-list.tsx';
import { ApplicationRow, rowHeight } from './application-row.tsx';
import type { StatusFilter } from './applications.ts';
import type { useRows } from './use-rows.ts';

const empty: Record<StatusFilter, string> = {
  all: 'Nobody has applied yet.',
  pending: 'Nothing is waiting for a decision.',
  approved: 'No application is approved yet.',
  rejected: 'No application is rejected.',
};

interface ApplicationListProps {
  filter: StatusFilter;
  list: ReturnType<typeof useRows>;
  selectedId: string | undefined;
  ticked: ReadonlyMap<string, Application>;
  onSelect: (id: string) => void;
  onTick: (application: Application) => void;
  ref?: Ref<ListHandle>;
}

/** The applications under a filter, in a list that keeps only the visible rows in the page and fetches more on the way. */
export function ApplicationList(props: ApplicationListProps) {
  const { rows, total, error, loading, refetch, fetchAhead } = props.list;
  if (error)
    return <ErrorBox message={messageOf(error, texts.admin.listFailed)} onRetry={() => void refetch()} />;
  if (loading) return <Skeleton text="Loading applications..." />;
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
          ref={props.ref}
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
              ticked={props.ticked.has(row._id)}
              onSelect={() => props.onSelect(row._id)}
              onTick={() => props.onTick(row)}
            />
          )}
        />
      )}
    </div>
  );
}
