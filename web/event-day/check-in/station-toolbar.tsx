import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { walkInsQuery } from './check-in.api.ts';
import { SyncPill } from './sync-pill.tsx';
import type { QueuedCheckIns } from './use-queued-check-ins.ts';

export type StationMode = 'scan' | 'manual' | 'walk-in';

interface StationToolbarProps {
  checkpoint: string;
  queue: QueuedCheckIns;
  mode: StationMode;
  /** Whether people register at the entrance. */
  admitsWalkIns: boolean;
  onMode: (mode: StationMode) => void;
}

/** The state of the queue, and the other ways to find somebody. */
export function StationToolbar({ checkpoint, queue, mode, admitsWalkIns, onMode }: StationToolbarProps) {
  // Fetched before somebody asks for it, so that it is there without a network.
  const { data: walkIns = [] } = useQuery({ ...walkInsQuery, enabled: admitsWalkIns });
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:justify-between">
      <SyncPill queue={queue} checkpoint={checkpoint} />
      {admitsWalkIns && mode !== 'walk-in' && (
        <Button variant="secondary" size="compact" onClick={() => onMode('walk-in')}>
          Walk-ins{walkIns.length > 0 && ` (${walkIns.length})`}
        </Button>
      )}
      <Button
        variant="secondary"
        size="compact"
        aria-keyshortcuts="m"
        onClick={() => onMode(mode === 'scan' ? 'manual' : 'scan')}
      >
        {mode === 'scan' ? 'Manual Check-In' : 'Use QR Scanner'}
        <span className="hidden pointer-fine:inline" aria-hidden="true">
          <Kbd>m</Kbd>
        </span>
      </Button>
    </div>
  );
}
