import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface VersionItemProps {
  /** When it was saved, and by whom. */
  title: string;
  detail?: string;
  /** Shown instead of the button that restores it. */
  remark?: string | undefined;
  busy: boolean;
  onRestore: () => void;
  children?: ReactNode;
}

/** A version of the event or an earlier state of a section, with the button that restores it. */
export function VersionItem({ title, detail, remark, busy, onRestore, children }: VersionItemProps) {
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {title}
          {detail && <span className="text-muted"> · {detail}</span>}
        </span>
        {remark ? (
          <span className="text-sm text-muted">{remark}</span>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            aria-label={`Restore: ${title}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}
