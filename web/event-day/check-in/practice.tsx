import { useEffect, useState } from 'react';
import { texts } from '../../../contract/texts.ts';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { ResultScreen } from './result-screen.tsx';
import { playSignal } from './sounds.ts';
import { type ScanOutcome, toForged } from './station-reducer.ts';

// How long each result shows, in milliseconds: all of them take half a minute.
const stepFor = 5000;

const name = 'Pat Practice';

/** One of each result, with what to do about it. */
const steps: ScanOutcome[] = [
  { result: 'admitted', title: texts.checkIn.done, name, next: 'Let them in.' },
  {
    result: 'priority',
    title: texts.checkIn.done,
    name,
    next: 'Let them in. They confirmed that they would come.',
  },
  {
    result: 'saved',
    title: 'Saved on this device',
    name,
    next: 'There is no network. Let them in; the check-in is sent later.',
  },
  {
    result: 'already',
    title: 'Checked in before',
    name,
    next: 'If this is somebody else, send them to the help desk.',
  },
  { ...toForged(name), next: 'Do not let them in yet. Press Problem to call an organizer.' },
  {
    result: 'unlisted',
    title: 'Too new for this phone, or not approved',
    next: 'Search by name, or send them to the help desk.',
  },
];

interface PracticeProps {
  checkpoint: string;
  sound: boolean;
  onEnd: () => void;
}

/** Shows every result as a scan would, with an invented name; nothing is sent or stored. */
export default function Practice({ checkpoint, sound, onEnd }: PracticeProps) {
  const [at, setAt] = useState(0);
  const step = steps[at];
  useEffect(() => {
    if (!step) return onEnd();
    playSignal(step.result, { sound });
    const timer = setTimeout(() => setAt(at + 1), stepFor);
    return () => clearTimeout(timer);
  }, [at, step, sound, onEnd]);
  if (!step) return null;
  return (
    <div
      ref={bottomBar}
      className="sm:order-first max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-(--z-sheet) max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <ResultScreen key={at} outcome={step} checkpoint={checkpoint}>
        <p className="w-full font-semibold">
          Practice {at + 1} of {steps.length}: nothing is stored.
        </p>
        <Button variant="secondary" onClick={() => setAt(at + 1)}>
          Next
        </Button>
        <Button variant="secondary" onClick={onEnd}>
          End practice
        </Button>
      </ResultScreen>
    </div>
  );
}
