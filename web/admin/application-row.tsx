import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { classes } from '../lib/classes.ts';
import { relativeDay } from '../lib/time.ts';
import { StatusPill } from '../ui/status-pill.tsx';

/** Height of a row in pixels: the list computes with it. */
export const rowHeight = 76;

/** One application in the list. */
export function ApplicationRow(props: { application: Application; selected: boolean; onSelect: () => void }) {
  const { application } = props;
  return (
    <button
      type="button"
      aria-current={props.selected || undefined}
      onClick={props.onSelect}
      className={classes(
        'flex h-19 w-full items-center gap-3 border-b border-hairline px-4 text-left -outline-offset-3',
        props.selected ? 'bg-surface-2 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-surface-2',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{application.user.name || texts.admin.noName}</span>
        <span className="block truncate text-sm text-muted">
          {application.track} · {application.major}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <StatusPill status={application.status} />
        <time dateTime={application.createdAt} className="font-mono text-xs text-muted">
          {relativeDay(application.createdAt)}
        </time>
      </span>
    </button>
  );
}
