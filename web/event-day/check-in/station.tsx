import Check from 'lucide:check';
import LifeBuoy from 'lucide:life-buoy';
import RefreshCw from 'lucide:refresh-cw';
import ScanLine from 'lucide:scan-line';
import Search from 'lucide:search';
import TriangleAlert from 'lucide:triangle-alert';
import Undo2 from 'lucide:undo-2';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { firstUse } from '../../lib/first-use.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { getDeviceKey } from '../../lib/new-key.ts';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Icon } from '../../ui/icon.ts';
import { toast } from '../../ui/toast.tsx';
import { CameraView } from './camera-view.tsx';
import { callReportStation, walkInsQuery } from './check-in.api.ts';
import { getName } from './identify-pass.ts';
import { PersonCard } from './person-card.tsx';
import { createReader, readPhoto } from './qr-reader.ts';
import { ResultScreen } from './result-screen.tsx';
import { playSignal, unlockSound } from './sounds.ts';
import { isClear, isSuccess } from './station-reducer.ts';
import { useCamera } from './use-camera.ts';
import type { StationSettings } from './use-settings.ts';
import { useStation, type WaitingCheckIns } from './use-station.ts';
import { useStationKeys } from './use-station-keys.ts';

type StationMode = 'scan' | 'manual' | 'walk-in';

const QueuedDialog = lazyPart(() => import('./queued-dialog.tsx'));

/** The state of this device's queue, always visible; opens the list of waiting check-ins. */
function SyncPill({ queue, checkpoint }: { queue: WaitingCheckIns; checkpoint: string }) {
  const [isOpen, setOpen] = useState(false);
  const { items, reports, troubled, summary } = queue;
  const Icon = troubled > 0 ? TriangleAlert : items.length + reports.length > 0 ? RefreshCw : Check;
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

interface BigButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  Icon: Icon;
  /** Only visible, above the name. */
  word?: string;
  name: string;
  isOn?: boolean;
}

function BigButton({ Icon, word, name, isOn, ...rest }: BigButtonProps) {
  return (
    <Button
      variant={isOn ? 'primary' : 'secondary'}
      className="min-h-16 flex-col gap-0 px-1! py-1.5 leading-tight sm:min-h-20"
      {...rest}
    >
      <Icon size={26} strokeWidth={2} aria-hidden="true" />
      <span
        data-word={word}
        className={
          word
            ? 'text-xs font-normal whitespace-normal before:block before:text-lg before:leading-tight before:font-bold before:[content:attr(data-word)/""]'
            : 'text-lg font-bold'
        }
      >
        {name}
      </span>
    </Button>
  );
}

const loadManualPanel = () => import('./manual-panel.tsx');
const ManualPanel = lazyPart(loadManualPanel);
const WalkInPanel = lazyPart(() => import('./walk-in-panel.tsx'));
const ProblemDialog = lazyPart(() => import('./problem-dialog.tsx'));
const Practice = lazyPart(() => import('./practice.tsx'));

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
  const [problem, setProblem] = useState<{ person: { userId: string; name: string } | undefined }>();
  const [isPracticing, setPracticing] = useState(false);
  const endPractice = useCallback(() => setPracticing(false), []);
  const station = useStation(checkpoint, (signal) => {
    playSignal(signal, { sound: settings.sound });
    if (!['read', 'refused', 'unlisted'].includes(signal)) setSearchKey(searchKey + 1);
  });
  const { card, outcome, queue, admitsWalkIns } = station;
  // Fetched before somebody asks for it, so that it is there without a network.
  const { data: walkIns = [] } = useQuery({ ...walkInsQuery, enabled: admitsWalkIns });
  const { troubled } = queue;
  useStationReport({ checkpoint, waiting: queue.items.length - troubled, troubled });
  // The next pass is read while a success still shows.
  const isReady = card.step === 'ready';
  const isFree = !isPracticing && isReady && (!outcome || settings.express || isSuccess(outcome));
  const accept = (text: string) => {
    if (isFree) void station.scanned(text);
  };
  const camera = useCamera(accept, isFree);
  const openCamera = camera.open;
  useEffect(() => {
    if (mode === 'scan') void openCamera();
  }, [mode, openCamera]);

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
  const scan = () => {
    if (mode !== 'scan') return change('scan');
    if (isReady) station.clear();
    void camera.start(undefined, { rereads: isReady && !isPracticing });
  };
  const callOrganizer = () => {
    const shown = card.step === 'chosen' ? card.candidate : undefined;
    setProblem({ person: shown?.name ? shown : undefined });
  };
  // For its button and for `/`. After `m` the field does not get the focus, so that `m` leads back.
  const openSearch = () => {
    if (mode !== 'manual') change('manual');
    search.focus();
  };
  const cancel = () => {
    if (card.step === 'confirming') return;
    if (!isReady || !outcome) camera.stop();
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
  const event = useEvent();
  const person = card.step === 'chosen' || card.step === 'confirming' ? card.candidate : undefined;
  const trouble = card.step === 'chosen' ? card.trouble : undefined;
  const confirmsItself = settings.express && card.step === 'chosen' && !trouble && isClear(card.candidate);
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
        <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:justify-between">
          <SyncPill queue={queue} checkpoint={checkpoint} />
          {admitsWalkIns && mode !== 'walk-in' && (
            <Button variant="secondary" size="compact" onClick={() => change('walk-in')}>
              Walk-ins{walkIns.length > 0 && ` (${walkIns.length})`}
            </Button>
          )}
          <Button
            variant="ghost"
            size="compact"
            onClick={() => {
              station.clear();
              setPracticing(true);
            }}
          >
            Practice
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4 max-sm:gap-2" onPointerUp={unlockSound}>
        {mode === 'scan' && <CameraView camera={camera} isBusy={!isFree} onPhoto={scanPhoto} />}
        {/* What a station can do: read a pass, find a name, call an organizer. */}
        <div className="grid grid-cols-3 gap-2">
          <BigButton
            Icon={ScanLine}
            word="Scan"
            name={mode === 'scan' ? 'Scan QR Code' : 'Use QR Scanner'}
            isOn={mode === 'scan'}
            onClick={scan}
          />
          <BigButton
            Icon={Search}
            {...(mode === 'manual' ? { name: 'Find' } : { word: 'Find', name: 'Manual Check-In' })}
            isOn={mode === 'manual'}
            aria-keyshortcuts="m"
            onClick={openSearch}
          />
          <BigButton Icon={LifeBuoy} name="Problem" onClick={callOrganizer} />
        </div>
        {mode === 'manual' && (
          <ManualPanel
            key={searchKey}
            checkpoint={checkpoint}
            field={search.ref}
            onSearch={station.dismiss}
            onSelect={station.select}
          />
        )}
        {mode === 'walk-in' && (
          <WalkInPanel admitted={station.admittedWalkIns} onAdmit={station.admitWalkIn} />
        )}
        {card.step === 'looking' && <p role="status">Looking up the pass…</p>}
        {isPracticing && <Practice checkpoint={checkpoint} sound={settings.sound} onEnd={endPractice} />}
        {station.last && !outcome && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-md border border-border bg-surface-2 px-4 py-2">
            <p className="max-w-full flex-1 basis-40 break-words">
              Last: <strong>{formatName(getName(station.last))}</strong>
            </p>
            <UndoButton onUndo={station.undoLast} />
          </div>
        )}
        <div
          ref={bottomBar}
          className={joinClasses(
            (person || outcome) &&
              // Above the camera on laptops, where it would be below the screen.
              'grid gap-3 sm:order-first max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-(--z-sheet) max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
          )}
        >
          {outcome && (
            <ResultScreen
              key={outcome.key ?? outcome.title}
              outcome={outcome}
              checkpoint={checkpoint}
              isBeside={person !== undefined}
            >
              <Button variant="secondary" onClick={station.dismiss}>
                {mode === 'scan' ? 'Scan next' : 'Next'}
              </Button>
              {station.last && isSuccess(outcome) && outcome.key === station.last.key && (
                <UndoButton onUndo={station.undoLast} />
              )}
            </ResultScreen>
          )}
          {person?.unlisted && (
            // The gray screen says the result; the card below it says what to do.
            <ResultScreen
              key={`flash ${person.userId}`}
              outcome={{ result: 'unlisted', title: `as of ${formatWhen(person.unlisted.asOf, event)}` }}
              checkpoint={checkpoint}
              isFlash
            />
          )}
          {person && (
            <PersonCard
              key={person.userId}
              candidate={person}
              isEntrance={station.isEntrance}
              isConfirming={card.step === 'confirming'}
              trouble={trouble}
              confirmsIn={confirmsItself ? EXPRESS_PAUSE : undefined}
              onConfirm={station.confirm}
              onLetIn={station.letIn}
              onRefuse={station.clear}
              onCancel={cancel}
            />
          )}
        </div>
      </div>
      {problem && (
        <ProblemDialog checkpoint={checkpoint} {...problem} onClose={() => setProblem(undefined)} />
      )}
    </Card>
  );
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  return (
    <Button variant="secondary" onClick={onUndo}>
      <Undo2 size={20} strokeWidth={1.75} aria-hidden="true" />
      Undo
    </Button>
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

// In milliseconds.
const firstReportAfter = 8000;
const reportInterval = 20_000;

/** Tells the organizers that this station is alive, and what it has not sent yet. */
function useStationReport(report: { checkpoint: string; waiting: number; troubled: number }): void {
  const send = useEffectEvent(() => {
    if (!navigator.onLine || document.hidden) return;
    callReportStation(getDeviceKey('check-in:station'), report).catch((error: unknown) =>
      console.warn(error),
    );
  });
  useEffect(() => {
    const first = setTimeout(() => send(), firstReportAfter);
    const timer = setInterval(() => send(), reportInterval);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
}
