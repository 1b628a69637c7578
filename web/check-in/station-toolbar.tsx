import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { SyncPill } from './sync-pill.tsx';
import type { CheckInQueue } from './use-queue.ts';

export type StationMode = 'scan' | 'manual' | 'walk-in';

interface StationToolbarProps {
  checkpoint: string;
  queue: CheckInQueue;
  mode: StationMode;
  /** How many wait to be admitted; undefined where nobody registers at the entrance. */
  walkIns: number | undefined;
  onMode: (mode: StationMode) => void;
}

/** The state of the queue, and the other ways to find somebody. */
export function StationToolbar({ checkpoint, queue, mode, walkIns, onMode }: StationToolbarProps) {
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:justify-between">
      <SyncPill queue={queue} checkpoint={checkpoint} />
      {walkIns !== undefined && mode !== 'walk-in' && (
        <Button variant="secondary" size="compact" onClick={() => onMode('walk-in')}>
          Walk-ins{walkIns > 0 && ` (${walkIns})`}
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
