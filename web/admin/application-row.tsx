import { FileText, Users } from 'lucide-react';
import { memo } from 'react';
import type { Application } from '../../contract/applications.ts';
import { formatAgo } from '../../contract/format.ts';
import { texts } from '../../contract/texts.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { StatusPill } from '../ui/status-pill.tsx';

/** Height of a row in rem (`h-19`): the list computes with it. */
export const rowHeight = 4.75;

interface ApplicationRowProps {
  application: Application;
  selected: boolean;
  ticked: boolean;
  onSelect: (id: string) => void;
  onTick: (application: Application) => void;
}

/** One application in the list: a checkbox, and a button that opens it. */
export const ApplicationRow = memo(function ApplicationRow(props: ApplicationRowProps) {
  const { application, selected, ticked, onSelect, onTick } = props;
  const event = useEvent();
  const name = application.user.name || texts.admin.noName;
  return (
    <div
      className={joinClasses(
        'flex h-19 items-center border-b border-hairline',
        selected ? 'bg-surface-2 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-surface-2',
      )}
    >
      <Checkbox
        label={`Select ${name}`}
        hideLabel
        checked={ticked}
        onChange={() => onTick(application)}
        className="pl-4"
      />
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={() => onSelect(application._id)}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pr-4 pl-3 text-left -outline-offset-3"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-muted">
            {application.track} · {application.major}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <StatusPill status={application.status} />
          <span className="flex items-center gap-1.5 text-muted">
            {application.user.team && <Users size={14} role="img" aria-label="In a team" />}
            {application.resumeUrl && <FileText size={14} role="img" aria-label="With a resume" />}
            <time dateTime={application.createdAt} className="font-mono text-xs">
              {formatAgo(application.createdAt, event)}
            </time>
          </span>
        </span>
      </button>
    </div>
  );
});

/** Stands in for a row that is loading. */
export function RowPlaceholder() {
  return (
    <div className="grid h-19 content-center gap-2 border-b border-hairline px-4">
      <Bar className="w-1/2" />
      <Bar className="w-3/4" />
    </div>
  );
}
