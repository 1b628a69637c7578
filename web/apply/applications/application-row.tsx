import { FileText, Users } from 'lucide-react';
import { memo } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { formatAgo } from '../../../contract/platform/format.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { RatingMark } from './reviews/rating-mark.tsx';
import type { TableColumn } from './table-columns.tsx';
import { useCanDecide } from './use-can-decide.ts';
import { type RowToFocus, useFocusedRow } from './use-row-focus.ts';

/** Height of a row in rem (`h-11`), from which the list computes its scroll position. */
export const rowHeight = 2.75;

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

/** One application in the list: a checkbox, and a button that opens it. */
export const ApplicationRow = memo(function ApplicationRow(props: ApplicationRowProps) {
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
                {application.track} · {application.major}
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
              <StatusPill status={application.status} className="py-0 text-xs/snug" />
            </span>
          </>
        )}
      </button>
    </div>
  );
});

/** Stands in for a row that is loading. */
export function RowPlaceholder() {
  return (
    <div className="grid h-11 content-center gap-1 border-b border-hairline px-4">
      <Bar className="w-1/2" />
      <Bar className="w-3/4" />
    </div>
  );
}
