import FileText from 'lucide:file-text';
import Users from 'lucide:users';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { formatAgo, formatNumber } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Bar, EmptyState, ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { removedText, StatusPill } from '../../ui/status-pill.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ListControls } from './list-controls.tsx';
import { RatingMark } from './reviews/rating-mark.tsx';
import { reviewStatusQuery } from './reviews/reviews.api.ts';
import { ColumnChoice, type TableColumn, TableHead, useTableColumns } from './table-columns.tsx';
import type { ApplicationReviewState } from './use-application-review.ts';
import { useCanDecide } from './use-can-decide.ts';
import { useColumnChoice } from './use-column-choice.ts';
import { type RowToFocus, useFocusedRow } from './use-row-focus.ts';
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

/** The filtered applications, in a virtual list that renders and fetches only the visible rows. */
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
          <div className="p-2">
            <ErrorBox
              message={getErrorMessage(list.error, texts.admin.listFailed)}
              onRetry={list.refetch}
              onDismiss={() => dismiss(list.error)}
            />
          </div>
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
  const all = useTableColumns(list, asTable);
  const { chosen, choose } = useColumnChoice();
  const columns = all.filter(
    ({ header, isExtra }, at) => at === 0 || (chosen ? chosen.includes(header) : !isExtra),
  );
  const canDecide = useCanDecide();
  const event = useEvent();
  const isEverybody = view.filter === 'all' && !isNarrowed(view) && !view.share;
  // The rank adjusted for each reviewer's strictness, next to the plain one.
  const { data: ranks } = useQuery({
    ...reviewStatusQuery,
    enabled: view.sort === 'rating',
    select: ({ ranking }) => new Map(ranking.map((rank) => [rank.application, rank])),
  });
  return (
    <>
      <div className="flex min-h-8 items-center justify-between border-b border-hairline px-3 text-sm text-muted">
        <p role="status">
          <span className="tabular font-semibold text-text">{formatNumber(list.total, event)}</span>{' '}
          {list.total === 1 ? 'application' : 'applications'}
        </p>
        <span className="flex gap-4">
          {asTable && (
            <ColumnChoice columns={all} shown={columns.map(({ header }) => header)} onChange={choose} />
          )}
          {canDecide && list.total > 1 && (
            <button type="button" className="link min-h-8" onClick={() => void review.selectAll()}>
              Select all
            </button>
          )}
        </span>
      </div>
      {asTable && list.total > 0 && <TableHead columns={columns} sort={view.sort} onSort={review.setSort} />}
      {list.total === 0 ? (
        <EmptyState
          text={describeNone(view)}
          {...(isEverybody && {
            scene: 'doors' as const,
            action: canDecide && (
              <LinkButton href={paths.organizerHome} variant="secondary">
                See what is left to set up
              </LinkButton>
            ),
          })}
        />
      ) : (
        <VirtualList
          // With another filter the list starts at its top.
          key={key}
          ref={review.handle}
          offset={offsetOf(key)}
          count={list.total}
          rowKey={(index) => list.at(index)?._id ?? `row ${index}`}
          rowHeight={rowHeight}
          label="Applications"
          onSight={list.onSight}
          className="max-h-[70vh] min-h-0 [scrollbar-gutter:stable]"
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

/** Height of a row in rem (`h-11`), from which the list computes its scroll position. */
const rowHeight = 2.75;

interface ApplicationRowProps {
  application: Application;
  selected: boolean;
  ticked: boolean;
  onSelect: (id: string) => void;
  onTick: (application: Application) => void;
  toFocus: RowToFocus;
  /** The place by rating. */
  rank: { rank: number; adjusted: number; adjustedRank: number } | undefined;
  /** The cells of the row in the table; without them it is a row of the list. */
  columns?: readonly TableColumn[] | undefined;
}

const ApplicationRow = memo(function ApplicationRow(props: ApplicationRowProps) {
  const { application, selected, ticked, onSelect, onTick, toFocus, rank, columns } = props;
  const event = useEvent();
  const name = formatName(application.user.name);
  const button = useFocusedRow(application._id, selected, toFocus);
  return (
    <div
      className={joinClasses(
        'flex h-11 items-center border-b border-hairline',
        selected ? 'bg-surface-2 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-surface-2',
      )}
    >
      {useCanDecide() && (
        <Checkbox
          label={`Select ${name}`}
          hideLabel
          checked={ticked}
          onChange={() => onTick(application)}
          className="pl-3"
        />
      )}
      <button
        ref={button}
        type="button"
        aria-current={selected || undefined}
        onClick={() => onSelect(application._id)}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pr-3 pl-2 text-left -outline-offset-3"
      >
        {columns ? (
          columns.map(({ header, width, cell }) => (
            <span key={header} className={joinClasses('min-w-0 truncate text-sm', width)}>
              {header !== 'Name' && <span className="sr-only">{header}: </span>}
              {cell(application)}
            </span>
          ))
        ) : (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm/tight font-semibold">{name}</span>
              <span className="block truncate text-xs/tight text-muted">
                {application.claim && (
                  <span className="font-semibold text-warning">
                    {application.claim.mine ? 'Yours' : `With ${application.claim.by}`} ·{' '}
                  </span>
                )}
                {application.place?.state === 'waiting' && <span className="font-semibold">Waitlist · </span>}
                {[application.track, application.major].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="flex shrink-0 flex-col items-end gap-0.5">
              <span className="flex items-center gap-1.5 text-muted">
                {application.rating && <RatingMark rating={application.rating} rank={rank} />}
                {application.user.team && <Users size={14} role="img" aria-label="In a team" />}
                {application.resumeUrl && <FileText size={14} role="img" aria-label="With a resume" />}
                <time dateTime={application.createdAt} className="text-xs/tight">
                  {formatAgo(application.createdAt, event)}
                </time>
              </span>
              <StatusPill
                status={application.status}
                text={removedText(application)}
                className="py-0 text-xs/snug"
              />
            </span>
          </>
        )}
      </button>
    </div>
  );
});

function RowPlaceholder() {
  return (
    <div className="grid h-11 content-center gap-1 border-b border-hairline px-4">
      <Bar className="w-1/2" />
      <Bar className="w-3/4" />
    </div>
  );
}

/** A thin bar at the top of a region whose content is being asked for again; moves nothing. The region is `relative`. */
function StaleBar({ active }: { active: boolean }) {
  if (!active) return null;
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 top-0 h-0.5 animate-late bg-primary motion-safe:animate-pulse"
    />
  );
}
