import Ban from 'lucide:ban';
import Check from 'lucide:check';
import CircleHelp from 'lucide:circle-help';
import CloudOff from 'lucide:cloud-off';
import History from 'lucide:history';
import ScanLine from 'lucide:scan-line';
import Star from 'lucide:star';
import { type ReactNode, useEffect, useState } from 'react';
import { formatAgo, formatTime } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { measureWord } from '../badges/badge-font-size.ts';
import { isSuccess, type ScanOutcome } from './station-reducer.ts';

// How long a result fills the screen, in milliseconds. Until its five seconds are over it is a card.
const fullFor = 2000;

/** One color, one shape and one verb for each result. All colors have a contrast of 7:1 with their text. */
const styles = {
  admitted: { className: 'bg-go text-white', Icon: Check, verb: 'In' },
  priority: { className: 'bg-go text-white', Icon: Star, verb: 'In' },
  saved: { className: 'bg-night text-white', Icon: CloudOff, verb: 'Saved' },
  already: { className: 'bg-amber text-ink', Icon: History, verb: 'Already' },
  refused: { className: 'bg-stop text-white', Icon: Ban, verb: 'Stop' },
  unlisted: { className: 'bg-slate text-white', Icon: CircleHelp, verb: 'Not on this list' },
  undone: { className: 'bg-paper text-ink', Icon: ScanLine, verb: 'Undone' },
} as const;

const stripes = ['bg-stripe-1', 'bg-stripe-2', 'bg-stripe-3', 'bg-stripe-4', 'bg-stripe-5', 'bg-stripe-6'];

export function CheckpointStripe({ checkpoint, children }: { checkpoint: string; children?: ReactNode }) {
  const checkpoints = useEvent()?.checkpoints ?? [];
  const index = checkpoints.findIndex(({ id }) => id === checkpoint);
  return (
    <div
      className={joinClasses(
        'px-4 py-2 font-semibold text-ink',
        stripes[Math.max(0, index) % stripes.length],
      )}
    >
      {children ?? checkpoints[index]?.name}
    </div>
  );
}

/** Returns the size of a name of so many pixels at most, whose longest word and all of whose lines fit the screen. */
export function fitName(name: string, most: number): string {
  const words = name.split(/\s+|(?<=-)/);
  const longest = Math.max(...words.map(measureWord));
  return `clamp(12px, min(${((most > 40 ? 150 : 120) / longest).toFixed(1)}vw, ${(40 / words.length).toFixed(1)}svh), ${most}px)`;
}

interface ResultScreenProps {
  outcome: ScanOutcome;
  checkpoint: string;
  /** Somebody else is on the screen already: the result is a card from the beginning. */
  isBeside?: boolean;
  /** There is no card afterwards. */
  isFlash?: boolean;
  /** The buttons. */
  children?: ReactNode;
}

/**
 * The result of a scan: the whole screen for two seconds or until a tap, then a card. A refusal is an alert; everything else is
 * announced politely.
 */
export function ResultScreen({ outcome, checkpoint, isBeside, isFlash, children }: ResultScreenProps) {
  const event = useEvent();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const shownAt = performance.now();
    const timer = setTimeout(setOver, fullFor, true);
    // Ignores the click that opened this.
    const end = ({ timeStamp }: MouseEvent) => timeStamp > shownAt && setOver(true);
    addEventListener('click', end);
    return () => {
      clearTimeout(timer);
      removeEventListener('click', end);
    };
  }, []);
  if (isFlash && isOver) return null;
  const isFull = !isBeside && !isOver;
  const { result, title, name, at, by, handOut, next, isRepeated } = outcome;
  const { className, Icon, verb } = styles[result];
  // Green above somebody who is not in yet would be taken for theirs.
  const isPast = isBeside && isSuccess(outcome);
  const checkpointName = event?.checkpoints.find(({ id }) => id === checkpoint)?.name;
  const isAlert = !isFlash && (result === 'refused' || result === 'unlisted');
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={joinClasses(
        'flex animate-enter flex-col overflow-hidden border-ink',
        isFull ? 'fixed inset-0 z-(--z-dialog)' : 'rounded-lg border-2',
        isPast ? 'bg-paper text-ink' : className,
      )}
    >
      <CheckpointStripe checkpoint={checkpoint} />
      {result === 'priority' && (
        <p className="bg-ink px-4 py-2 text-center font-mono text-sm font-semibold tracking-wide text-butter">
          {texts.dashboard.priorityBanner}
        </p>
      )}
      <div
        className={joinClasses(
          'flex min-h-0 min-w-0 flex-col gap-2 p-5',
          isFull && 'flex-1 justify-center text-center',
        )}
      >
        <div className={joinClasses('flex items-center gap-3', isFull && 'flex-col')}>
          <Icon size={isFull ? 112 : 36} strokeWidth={2.5} className="shrink-0" aria-hidden="true" />
          <p
            className={joinClasses(
              'font-display font-bold tracking-tight uppercase',
              isFull ? 'text-hero' : 'text-xl',
            )}
          >
            {isPast && 'Last: '}
            {verb}
          </p>
        </div>
        <p className="text-lg font-semibold wrap-anywhere">{isRepeated ? `${title} just now` : title}</p>
        {name && (
          <p
            className="font-display font-bold tracking-tight break-words"
            style={{ fontSize: fitName(formatName(name), isFull ? 72 : 32), lineHeight: 1.05 }}
          >
            {formatName(name)}
          </p>
        )}
        {handOut && (
          <p className={joinClasses('font-bold wrap-anywhere', isFull ? 'text-3xl' : 'text-xl')}>{handOut}</p>
        )}
        {next && <p className="font-semibold">{next}</p>}
        {at && (
          <p
            className={joinClasses('tabular wrap-anywhere', result === 'already' && 'text-lg font-semibold')}
          >
            {result === 'already'
              ? [checkpointName, by, formatAgo(at, event)].filter(Boolean).join(' · ')
              : formatTime(at, event)}
          </p>
        )}
      </div>
      {children && (
        <div
          ref={bottomBar}
          className={joinClasses(
            'flex flex-wrap gap-3 px-5 pb-5',
            isFull && 'sticky bottom-0 justify-center',
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}
