import { Check, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { joinClasses } from '../../lib/classes.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { QueuedCheckIns } from './use-station.ts';

const QueuedDialog = lazyPart(() => import('./queued-dialog.tsx'));

/** The state of this device's queue, always visible; opens the list of waiting check-ins. */
export function SyncPill({ queue, checkpoint }: { queue: QueuedCheckIns; checkpoint: string }) {
  const [isOpen, setOpen] = useState(false);
  const { items, troubled, summary } = queue;
  const Icon = troubled > 0 ? TriangleAlert : items.length > 0 ? RefreshCw : Check;
  return (
    <div className="flex justify-end" role="status">
      <button
        type="button"
        className={joinClasses(
          'inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-sm max-sm:px-3 font-semibold',
          troubled > 0 ? 'bg-rejected-bg text-rejected' : 'bg-surface-2',
        )}
        onClick={() => setOpen(true)}
      >
        <Icon size={16} strokeWidth={2} />
        {summary}
      </button>
      {isOpen && <QueuedDialog queue={queue} checkpoint={checkpoint} onClose={() => setOpen(false)} />}
    </div>
  );
}
