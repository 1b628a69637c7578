import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CheckIn } from '../../contract/check-in.ts';
import { texts } from '../../contract/texts.ts';
import { CheckedInPanel } from '../check-in/checked-in-panel.tsx';
import { CheckInNav } from '../layout/check-in-nav.tsx';
import { LoadingScreen } from '../layout/loading-screen.tsx';
import { useEvent } from '../lib/event.api.ts';
import { useLive } from '../lib/live.ts';
import { useTitle } from '../lib/title.ts';
import { Button } from '../ui/button.tsx';
import { refreshCheckInOverview, undoCheckInAndRefresh } from './check-in-overview.api.ts';
import { CheckpointTiles } from './checkpoint-tiles.tsx';
import { ConflictList } from './conflict-list.tsx';
import type { ReasonedAction } from './reason-dialog.tsx';
import { TurnedAway } from './turned-away.tsx';

// Asked for when somebody first wants to do something.
const ReasonDialog = lazy(() => import('./reason-dialog.tsx'));

/** What happens at all stations, for organisers: who came in, who was turned away, who was let in twice. */
export function Component() {
  useTitle('Door');
  const checkpoints = useEvent()?.checkpoints;
  const [search, setSearch] = useSearchParams();
  const [deed, setDeed] = useState<ReasonedAction>();
  useLive('door', refreshCheckInOverview);
  const chosen = checkpoints?.find(({ id }) => id === search.get('at')) ?? checkpoints?.[0];
  if (!checkpoints || !chosen) return <LoadingScreen />;
  const askUndo = ({ _id, name }: CheckIn) =>
    setDeed({
      title: `Take back: ${name || texts.admin.noName}`,
      description: `The check-in at “${chosen.name}” is taken back, and the pass opens the door again.`,
      confirmLabel: 'Take back',
      failed: 'This check-in could not be taken back. Please try again.',
      act: (reason) => undoCheckInAndRefresh(_id, reason),
    });
  return (
    <div className="grid grid-cols-1 gap-5">
      <CheckInNav />
      <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
        Door
      </h1>
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
                aria-label={`Undo the check-in of ${row.name || texts.admin.noName}`}
                onClick={() => askUndo(row)}
              >
                Undo
              </Button>
            ),
          }}
        />
        <div className="grid gap-5">
          <ConflictList checkpoints={checkpoints} onDeed={setDeed} />
          <TurnedAway key={chosen.id} checkpoint={chosen.id} />
        </div>
      </div>
      {deed && (
        <Suspense>
          <ReasonDialog deed={deed} onClose={() => setDeed(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
