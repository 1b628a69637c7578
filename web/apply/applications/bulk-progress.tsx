import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { BulkRun } from './use-bulk-change.ts';

// The first failures say enough.
const maxListed = 20;

/** The progress of a bulk change; then how many were changed, and which failed and why. */
export function BulkProgress(props: {
  run: BulkRun;
  onStop: () => void;
  onRetry: () => void;
  onUndo: () => void;
  onDismiss: () => void;
}) {
  const { changed, failed, total, running, status, undoable, undone } = props.run;
  const now = useNow(1000);
  const done = changed + failed.length;
  return (
    <section aria-label="Bulk change" className="grid gap-3 rounded-lg border-2 border-edge bg-surface p-4">
      {running ? (
        <div className="grid grid-cols-[1fr_auto] items-end gap-4">
          <Progress label={`${done} of ${total}`} value={total === 0 ? 1 : done / total} />
          <Button size="sm" variant="secondary" onClick={props.onStop}>
            Stop
          </Button>
        </div>
      ) : (
        <div role="status" className="flex flex-wrap items-center gap-3">
          <p className="mr-auto">
            <strong>{changed}</strong> {status}
            {failed.length > 0 && `, ${failed.length} failed`}
            {done < total && `, ${total - done} not tried`}
            {undone !== undefined && `, ${undone} undone`}.
          </p>
          {failed.length > 0 && (
            <Button size="sm" onClick={props.onRetry}>
              Retry {failed.length}
            </Button>
          )}
          {undone === undefined && undoable.ids.length > 0 && undoable.until > now && (
            <Button size="sm" variant="secondary" onClick={props.onUndo}>
              Undo {undoable.ids.length}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={props.onDismiss}>
            Dismiss
          </Button>
        </div>
      )}
      {failed.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {failed.slice(0, maxListed).map(({ application, message }) => (
            <li key={application._id}>
              <strong>{application.user.name || application.user.email}</strong>: {message}
            </li>
          ))}
          {failed.length > maxListed && <li>and {failed.length - maxListed} more</li>}
        </ul>
      )}
    </section>
  );
}
