import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { toast } from '../ui/toast.tsx';
import { CameraView } from './camera-view.tsx';
import { walkInsQuery } from './check-in.api.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { PersonCard } from './person-card.tsx';
import { createReader } from './reader.ts';
import { isSuccess } from './scan-flow.ts';
import { playSignal, unlockSound } from './sounds.ts';
import { SyncPill } from './sync-pill.tsx';
import { useCamera } from './use-camera.ts';
import type { StationSettings } from './use-settings.ts';
import { useStation } from './use-station.ts';
import { useStationKeys } from './use-station-keys.ts';
import { useStationReport } from './use-station-report.ts';

const loadManualPanel = () => import('./manual-panel.tsx');
const ManualPanel = lazyPart(loadManualPanel);
const WalkInPanel = lazyPart(() => import('./walk-in-panel.tsx'));

// How long express mode waits for a cancel, in milliseconds.
const EXPRESS_PAUSE = 700;

type Mode = 'scan' | 'manual' | 'walk-in';
const titles: Record<Mode, string> = { scan: 'Scanner', manual: 'Manual check-in', 'walk-in': 'Walk-ins' };

interface StationProps {
  checkpoint: string;
  settings: StationSettings;
  className?: string;
}

/** A check-in station: the scanner or the search, then the person, then the result. */
export function Station({ checkpoint, settings, className }: StationProps) {
  const [mode, setMode] = useState<Mode>('scan');
  const field = useRef<HTMLInputElement>(null);
  // The search was asked for by its button or by `/`: its field gets the focus as soon as it is there. After `m` it does
  // not, so that `m` leads back.
  const isFinding = useRef(false);
  const setField = useCallback((input: HTMLInputElement | null) => {
    field.current = input;
    if (!input || !isFinding.current) return;
    isFinding.current = false;
    input.focus();
  }, []);
  // A finished check-in clears the search, its text and its results.
  const [searchKey, setSearchKey] = useState(0);
  const station = useStation(checkpoint, (outcome) => {
    playSignal(outcome === 'read' ? 'read' : outcome.result, { sound: settings.sound });
    if (outcome !== 'read' && outcome.result !== 'refused') setSearchKey(searchKey + 1);
  });
  const { flow, outcome, queue } = station;
  // Fetched before somebody asks for it, so that it is there without a network.
  const walkIns = useQuery({ ...walkInsQuery, enabled: station.admitsWalkIns });
  useStationReport({
    checkpoint,
    waiting: queue.items.length - queue.troubled,
    troubled: queue.troubled,
  });
  // The next pass is read while a success still shows.
  const isFree =
    flow.step === 'ready' || (flow.step === 'over' && (settings.express || isSuccess(flow.outcome)));
  const accept = (text: string) => {
    if (isFree) void station.scanned(text);
  };
  const camera = useCamera(accept, isFree);

  // Loaded ahead, so that the first scan and the first search are as fast as the others.
  useEffect(() => void Promise.all([createReader(), loadManualPanel()]).catch(() => undefined), []);

  const change = (next: Mode) => {
    camera.stop();
    station.clear();
    setMode(next);
  };
  const openSearch = () => {
    if (mode === 'manual') return field.current?.focus();
    isFinding.current = true;
    change('manual');
  };
  const cancel = () => {
    if (flow.step === 'confirming') return;
    if (flow.step !== 'over') camera.stop();
    station.clear();
  };
  const photo = async (file: File) => {
    unlockSound();
    try {
      const picture = await createImageBitmap(file);
      const text = await (await createReader())(picture);
      picture.close();
      await station.scanned(text ?? '');
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

  const isAsking = flow.step === 'chosen' || flow.step === 'confirming';
  const isVerified = isAsking && flow.candidate.from === 'scan' && flow.candidate.passVerified;
  const isExpress =
    settings.express &&
    flow.step === 'chosen' &&
    isVerified &&
    !flow.trouble &&
    !flow.candidate.lostPlace &&
    !flow.candidate.guardianMissing;
  return (
    <Card
      // On phones the camera and its button come first.
      className={joinClasses(
        'max-sm:flex max-sm:flex-col-reverse max-sm:gap-3 max-sm:p-3 max-sm:[&>:first-child]:mb-0 max-sm:[&>:first-child]:gap-x-0',
        className,
      )}
      title={<span className="max-sm:sr-only">{titles[mode]}</span>}
      aside={
        <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:justify-between">
          <SyncPill queue={queue} checkpoint={checkpoint} />
          {station.admitsWalkIns && mode !== 'walk-in' && (
            <Button variant="secondary" size="compact" onClick={() => change('walk-in')}>
              Walk-ins{walkIns.data?.length ? ` (${walkIns.data.length})` : ''}
            </Button>
          )}
          <Button
            variant="secondary"
            size="compact"
            aria-keyshortcuts="m"
            onClick={mode === 'scan' ? openSearch : () => change('scan')}
          >
            {mode === 'scan' ? 'Manual Check-In' : 'Use QR Scanner'}
            <span className="hidden pointer-fine:inline" aria-hidden="true">
              <Kbd>m</Kbd>
            </span>
          </Button>
        </div>
      }
    >
      <div className="grid gap-4" onPointerDown={unlockSound}>
        {mode === 'scan' && (
          <CameraView
            camera={camera}
            isBusy={!isFree}
            onOpen={() => camera.start()}
            onPhoto={photo}
            onManual={openSearch}
          />
        )}
        {mode === 'manual' && (
          <ManualPanel key={searchKey} checkpoint={checkpoint} field={setField} onSelect={station.select} />
        )}
        {mode === 'walk-in' && (
          <WalkInPanel
            queued={new Set(queue.items.map(({ payload }) => payload.userId))}
            onAdmit={station.admit}
          />
        )}
        {flow.step === 'looking' && <p role="status">Looking up the pass…</p>}
        <div
          className={joinClasses(
            (isAsking || outcome) &&
              // Above the camera on laptops, where it would be below the screen.
              'grid gap-3 sm:order-first max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-(--z-sheet) max-sm:p-3',
          )}
        >
          {outcome && (
            <OutcomeCard
              outcome={outcome}
              nextLabel={mode === 'scan' ? 'Scan next' : 'Next'}
              onNext={station.dismiss}
            />
          )}
          {isAsking && (
            <PersonCard
              key={flow.candidate.userId}
              candidate={flow.candidate}
              isEntrance={station.isEntrance}
              isConfirming={flow.step === 'confirming'}
              trouble={flow.step === 'chosen' ? flow.trouble : undefined}
              confirmsIn={isExpress ? EXPRESS_PAUSE : undefined}
              onConfirm={station.confirm}
              onCancel={cancel}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
