import { useEffect, useRef, useState } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { notify } from '../ui/notify.tsx';
import { CameraView } from './camera-view.tsx';
import { ManualPanel } from './manual-panel.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { PersonCard } from './person-card.tsx';
import { createReader } from './reader.ts';
import { playSignal, unlockSound } from './sounds.ts';
import { SyncPill } from './sync-pill.tsx';
import { useCamera } from './use-camera.ts';
import type { StationSettings } from './use-settings.ts';
import { useStation } from './use-station.ts';
import { useStationKeys } from './use-station-keys.ts';

// How long express mode leaves to step in, in milliseconds.
const EXPRESS_PAUSE = 700;

interface StationProps {
  checkpoint: string;
  settings: StationSettings;
  className?: string;
}

/** One station at the door: the scanner or the search, then the person, then the result. */
export function Station({ checkpoint, settings, className }: StationProps) {
  const [mode, setMode] = useState<'scan' | 'manual'>('scan');
  const field = useRef<HTMLInputElement>(null);
  // A finished check-in begins the search anew: its text and its results are gone.
  const [round, setRound] = useState(0);
  const door = useStation(checkpoint, (outcome) => {
    playSignal(outcome === 'read' ? 'read' : outcome.result, { sound: settings.sound });
    if (outcome !== 'read' && outcome.result !== 'refused') setRound(round + 1);
  });
  const { flow } = door;
  const isFree = flow.step === 'ready' || (settings.express && flow.step === 'over');
  const take = (text: string) => {
    if (isFree) void door.scanned(text);
  };
  const camera = useCamera(take, isFree);

  // Loaded ahead, so that the first scan of the night is as fast as the others.
  useEffect(() => void createReader().catch(() => undefined), []);

  const change = (next: 'scan' | 'manual') => {
    camera.stop();
    door.clear();
    setMode(next);
  };
  const cancel = () => {
    if (flow.step === 'confirming') return;
    if (flow.step !== 'over') camera.stop();
    door.clear();
  };
  const photo = async (file: File) => {
    unlockSound();
    try {
      const picture = await createImageBitmap(file);
      const text = await (await createReader())(picture);
      picture.close();
      await door.scanned(text ?? '');
    } catch (error) {
      console.warn(error);
      notify.error('This picture could not be read.');
    }
  };
  useStationKeys({
    onScan: take,
    onMode: () => change(mode === 'scan' ? 'manual' : 'scan'),
    onConfirm: door.confirm,
    onCancel: cancel,
    onFind: () => {
      if (mode === 'scan') change('manual');
      setTimeout(() => field.current?.focus());
    },
  });

  const isAsking = flow.step === 'chosen' || flow.step === 'confirming';
  const isClean = isAsking && flow.candidate.from === 'scan' && flow.candidate.passVerified;
  const isExpress = settings.express && flow.step === 'chosen' && isClean && !flow.trouble;
  return (
    <Card
      className={className}
      title={mode === 'scan' ? 'Scanner' : 'By hand'}
      aside={
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11"
          aria-keyshortcuts="m"
          onClick={() => change(mode === 'scan' ? 'manual' : 'scan')}
        >
          {mode === 'scan' ? 'Manual Check-In' : 'Use QR Scanner'}
          <span className="hidden pointer-fine:inline" aria-hidden="true">
            <Kbd>m</Kbd>
          </span>
        </Button>
      }
    >
      <div className="grid gap-5" onPointerDown={unlockSound}>
        <SyncPill queue={door.queue} checkpoint={checkpoint} />
        {mode === 'scan' && (
          <CameraView
            camera={camera}
            isBusy={flow.step !== 'ready'}
            onOpen={() => camera.start()}
            onPhoto={photo}
            onManual={() => change('manual')}
          />
        )}
        {mode === 'manual' && (
          <ManualPanel key={round} checkpoint={checkpoint} field={field} onSelect={door.select} />
        )}
        {flow.step === 'looking' && <p role="status">Looking up the pass…</p>}
        <div
          className={joinClasses(
            (isAsking || flow.step === 'over') &&
              'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-(--z-sheet) max-sm:p-3',
          )}
        >
          {isAsking && (
            <PersonCard
              key={flow.candidate.userId}
              candidate={flow.candidate}
              isConfirming={flow.step === 'confirming'}
              trouble={flow.step === 'chosen' ? flow.trouble : undefined}
              confirmsIn={isExpress ? EXPRESS_PAUSE : undefined}
              onConfirm={door.confirm}
              onCancel={cancel}
            />
          )}
          {flow.step === 'over' && (
            <OutcomeCard
              outcome={flow.outcome}
              nextLabel={mode === 'scan' ? 'Scan next' : 'Next'}
              onNext={door.clear}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
