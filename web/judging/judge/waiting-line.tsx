import { CloudOff, TriangleAlert } from 'lucide-react';
import type { QueuedItem } from '../../lib/offline-queue.ts';
import { Button } from '../../ui/button.tsx';

interface WaitingLineProps {
  score: Pick<QueuedItem<unknown>, 'trouble'>;
  onDiscard: () => void;
}

/** Says that a score waits on this device, or why the server refused it. */
export function WaitingLine({ score: { trouble }, onDiscard }: WaitingLineProps) {
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
      {trouble === undefined ? (
        <>
          <CloudOff size={16} /> Waiting to sync
        </>
      ) : (
        <>
          <TriangleAlert size={16} /> Could not sync: {trouble}
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
    </span>
  );
}
