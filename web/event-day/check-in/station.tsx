import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { firstUse } from '../../lib/first-use.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ResultCard } from '../../ui/result-card.tsx';
import { toast } from '../../ui/toast.tsx';
import { CameraView } from './camera-view.tsx';
import { walkInsQuery } from './check-in.api.ts';
import { PersonCard } from './person-card.tsx';
import { createReader, readPhoto } from './reader.ts';
import type { ScanOutcome } from './scan-flow.ts';
import { isClear, isSuccess } from './scan-flow.ts';
import { playSignal, unlockSound } from './sounds.ts';
import { SyncPill } from './sync-pill.tsx';
import { useCamera } from './use-camera.ts';
import type { StationSettings } from './use-settings.ts';
import { type QueuedCheckIns, useStation } from './use-station.ts';
import { useStationKeys } from './use-station-keys.ts';
import { useStationReport } from './use-station-report.ts';

type StationMode = 'scan' | 'manual' | 'walk-in';

interface StationToolbarProps {
  checkpoint: string;
  queue: QueuedCheckIns;
  mode: StationMode;
  /** Whether people register at the entrance. */
  admitsWalkIns: boolean;
  onMode: (mode: StationMode) => void;
}

/** The state of the queue, and the other ways to find somebody. */
function StationToolbar({ checkpoint, queue, mode, admitsWalkIns, onMode }: StationToolbarProps) {
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

/** The outcome of a scan or a confirmation; it disappears after 5 s. */
function OutcomeCard({
  outcome,
  nextLabel,
  onNext,
}: {
  outcome: ScanOutcome;
  nextLabel: string;
  onNext: () => void;
}) {
  const event = useEvent();
  const { result, title, name, at, handOut, next } = outcome;
  return (
    <ResultCard
      result={result}
      title={title}
      name={name}
      band={result === 'priority' && texts.dashboard.priorityBanner}
      actions={
        <Button variant="secondary" onClick={onNext}>
          {nextLabel}
        </Button>
      }
    >
      {handOut && <p className="text-xl font-semibold">{handOut}</p>}
      {next && <p className="font-semibold">{next}</p>}
      {at && <p className="tabular">{formatTime(at, event)}</p>}
    </ResultCard>
  );
}

const loadManualPanel = () => import('./manual-panel.tsx');
const ManualPanel = lazyPart(loadManualPanel);
const WalkInPanel = lazyPart(() => import('./walk-in-panel.tsx'));

// How long express mode waits for a cancel, in milliseconds.
const EXPRESS_PAUSE = 700;

const titles: Record<StationMode, string> = {
  scan: 'Scanner',
  manual: 'Manual check-in',
  'walk-in': 'Walk-ins',
};

interface StationProps {
  checkpoint: string;
  settings: StationSettings;
  initialMode: StationMode;
}

/** A check-in station: the scanner or the search, then the person, then the result. */
export function Station({ checkpoint, settings, initialMode }: StationProps) {
  const [mode, setMode] = useState<StationMode>(initialMode);
  const search = useLateFocus();
  // A finished check-in clears the search, its text and its results.
  const [searchKey, setSearchKey] = useState(0);
  const station = useStation(checkpoint, (outcome) => {
    playSignal(outcome === 'read' ? 'read' : outcome.result, { sound: settings.sound });
    if (outcome !== 'read' && outcome.result !== 'refused') setSearchKey(searchKey + 1);
  });
  const { flow, queue } = station;
  const { troubled } = queue;
  useStationReport({ checkpoint, waiting: queue.items.length - troubled, troubled });
  // The next pass is read while a success still shows.
  const isFree =
    flow.step === 'ready' || (flow.step === 'over' && (settings.express || isSuccess(flow.outcome)));
  const accept = (text: string) => {
    if (isFree) void station.scanned(text);
  };
  const camera = useCamera(accept, isFree);

  // Loaded at the first touch of the page, so that the first scan and the first search are as fast as the others, and nothing
  // is missing without a network.
  useEffect(() => {
    const load = () => Promise.all([createReader(), loadManualPanel(), import('./unlisted-card.tsx')]);
    void firstUse.then(load).catch(() => undefined);
  }, []);

  const change = (next: StationMode) => {
    camera.stop();
    station.clear();
    setMode(next);
  };
  // For its button and for `/`. After `m` the field does not get the focus, so that `m` leads back.
  const openSearch = () => {
    if (mode !== 'manual') change('manual');
    search.focus();
  };
  const cancel = () => {
    if (flow.step === 'confirming') return;
    if (flow.step !== 'over') camera.stop();
    station.clear();
  };
  const scanPhoto = async (file: File) => {
    unlockSound();
    try {
      await station.scanned(await readPhoto(file));
    } catch (error) {
      console.warn(error);
      toast.error('This picture could not be read.');
    }
  };
  useStationKeys({
    onScan: accept,
    onMode: () => change(mode === 'scan' ? 'manual' : 'scan'),
    onConfirm: station.confirm,
    onCancel: cancel,
    onFind: openSearch,
  });

  return (
    <Card
      // On phones the camera and its button come first.
      className="max-sm:flex max-sm:flex-col-reverse max-sm:gap-3 max-sm:p-3 max-sm:[&>:first-child]:mb-0 max-sm:[&>:first-child]:gap-x-0"
      title={<span className="max-sm:sr-only">{titles[mode]}</span>}
      aside={
        <StationToolbar
          checkpoint={checkpoint}
          queue={queue}
          mode={mode}
          admitsWalkIns={station.admitsWalkIns}
          onMode={(next) => (next === 'manual' ? openSearch() : change(next))}
        />
      }
    >
      <div className="grid gap-4" onPointerDown={unlockSound}>
        {mode === 'scan' && (
          <CameraView
            camera={camera}
            isBusy={!isFree}
            onOpen={() => camera.start()}
            onPhoto={scanPhoto}
            onManual={openSearch}
          />
        )}
        {mode === 'manual' && (
          <ManualPanel key={searchKey} checkpoint={checkpoint} field={search.ref} onSelect={station.select} />
        )}
        {mode === 'walk-in' && (
          <WalkInPanel
            queued={new Set(queue.items.map(({ payload }) => payload.userId))}
            onAdmit={station.admit}
          />
        )}
        {flow.step === 'looking' && <p role="status">Looking up the pass…</p>}
        <StationCards
          station={station}
          isExpress={settings.express}
          nextLabel={mode === 'scan' ? 'Scan next' : 'Next'}
          onCancel={cancel}
        />
      </div>
    </Card>
  );
}

interface StationCardsProps {
  station: ReturnType<typeof useStation>;
  isExpress: boolean;
  nextLabel: string;
  onCancel: () => void;
}

/** The outcome of the last check-in, and the person of the next. */
function StationCards({ station, isExpress, nextLabel, onCancel }: StationCardsProps) {
  const { flow, outcome } = station;
  const person = flow.step === 'chosen' || flow.step === 'confirming' ? flow.candidate : undefined;
  const trouble = flow.step === 'chosen' ? flow.trouble : undefined;
  const confirmsItself = isExpress && flow.step === 'chosen' && !trouble && isClear(flow.candidate);
  return (
    <div
      className={joinClasses(
        (person || outcome) &&
          // Above the camera on laptops, where it would be below the screen.
          'grid gap-3 sm:order-first max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-(--z-sheet) max-sm:p-3',
      )}
    >
      {outcome && <OutcomeCard outcome={outcome} nextLabel={nextLabel} onNext={station.dismiss} />}
      {person && (
        <PersonCard
          key={person.userId}
          candidate={person}
          isEntrance={station.isEntrance}
          isConfirming={flow.step === 'confirming'}
          trouble={trouble}
          confirmsIn={confirmsItself ? EXPRESS_PAUSE : undefined}
          onConfirm={station.confirm}
          onLetIn={station.letIn}
          onRefuse={station.clear}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}

/** A field to focus: at once, or as soon as it is on the page. */
function useLateFocus() {
  const field = useRef<HTMLInputElement>(null);
  const isWanted = useRef(false);
  const ref = useCallback((input: HTMLInputElement | null) => {
    field.current = input;
    if (input && isWanted.current) input.focus();
    if (input) isWanted.current = false;
  }, []);
  const focus = () => {
    field.current?.focus();
    isWanted.current = !field.current;
  };
  return { ref, focus };
}
