import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { classes } from '../lib/classes.ts';
import { ago } from '../lib/format.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { StatusPill } from '../ui/status-pill.tsx';

/** Height of a row in pixels: the list computes with it. */
export const rowHeight = 76;

interface ApplicationRowProps {
  application: Application;
  selected: boolean;
  ticked: boolean;
  onSelect: () => void;
  onTick: () => void;
}

/** One application in the list: a box to tick, and the rest of it to open. */
export function ApplicationRow({ application, selected, ticked, onSelect, onTick }: ApplicationRowProps) {
  const name = application.user.name || texts.admin.noName;
  return (
    <div
      className={classes(
        'flex h-19 items-center border-b border-hairline',
        selected ? 'bg-surface-2 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-surface-2',
      )}
    >
      <Checkbox label={`Select ${name}`} hideLabel checked={ticked} onChange={onTick} className="pl-4" />
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={onSelect}
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
          <time dateTime={application.createdAt} className="font-mono text-xs text-muted">
            {ago(application.createdAt)}
          </time>
        </span>
      </button>
    </div>
  );
}
