import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLive } from '../../lib/live.ts';
import { Button } from '../../ui/button.tsx';
import type { ListedCheckIn } from '../check-in/check-in.api.ts';
import CheckedInPanel from '../check-in/checked-in-panel.tsx';
import { refreshCheckInOverview, useUndoCheckIn } from './check-in-overview.api.ts';
import { CheckpointTiles } from './checkpoint-tiles.tsx';
import { ConflictList } from './conflict-list.tsx';
import { RefusedScans } from './refused-scans.tsx';
import { StationList } from './station-list.tsx';

// Loaded when it is first opened.
const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'));

/** All stations, for organizers: who is checked in, which scans were refused, who was checked in twice. */
export function Component() {
  const checkpoints = useEvent()?.checkpoints;
  const [search, setSearch] = useSearchParams();
  const [undoing, setUndoing] = useState<ListedCheckIn>();
  useLive('check-in-overview', refreshCheckInOverview);
  const chosen = checkpoints?.find(({ id }) => id === search.get('at')) ?? checkpoints?.[0];
  if (!checkpoints || !chosen) return <LoadingScreen />;
  return (
    <WorkPage title="Check-in overview">
      <CheckpointTiles
        checkpoints={checkpoints}
        value={chosen.id}
        onChange={(at) => setSearch({ at }, { replace: true, preventScrollReset: true })}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <CheckedInPanel
          key={chosen.id}
          checkpoint={chosen.id}
          className="max-lg:order-last"
          action={{
            header: 'Undo',
            cell: (row) => (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Undo the check-in of ${formatName(row.name)}`}
                onClick={() => setUndoing(row)}
              >
                Undo
              </Button>
            ),
          }}
        />
        <div className="grid gap-5">
          <StationList checkpoints={checkpoints} />
          <ConflictList checkpoints={checkpoints} />
          <RefusedScans key={chosen.id} checkpoint={chosen.id} />
        </div>
      </div>
      {undoing && <UndoDialog checkIn={undoing} place={chosen.name} onClose={() => setUndoing(undefined)} />}
    </WorkPage>
  );
}

interface UndoDialogProps {
  checkIn: ListedCheckIn;
  place: string;
  onClose: () => void;
}

function UndoDialog({ checkIn: { _id, name }, place, onClose }: UndoDialogProps) {
  const undo = useUndoCheckIn(_id);
  return (
    <ReasonDialog
      title={`Undo check-in: ${formatName(name)}`}
      description={`The check-in at “${place}” is undone, and the pass can be used there again.`}
      confirmLabel="Undo check-in"
      action={undo}
      onClose={onClose}
    />
  );
}
