import { Ban, Check, CloudOff, RotateCcw, ScanLine, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';

/**
 * The kinds of results. Green is in, with priority too; blue waits for the server; amber was in before; red stops. They also
 * differ in icon and word, for people who do not see the colors.
 */
export type CheckInResultKind = 'read' | 'admitted' | 'priority' | 'already' | 'refused' | 'saved';

const styles = {
  read: { className: 'bg-paper text-ink', Icon: ScanLine },
  admitted: { className: 'bg-go text-white', Icon: Check },
  priority: { className: 'bg-go text-white', Icon: Star },
  already: { className: 'bg-amber text-ink', Icon: RotateCcw },
  refused: { className: 'bg-stop text-white', Icon: Ban },
  saved: { className: 'bg-night text-white', Icon: CloudOff },
} as const;

interface ResultCardProps {
  result: CheckInResultKind;
  /** The word for the result, in large type. */
  title: ReactNode;
  /** A band over everything, such as PRIORITY ACCESS. */
  band?: ReactNode;
  name?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** The result of a scan, large and in full color. A refusal is an alert; everything else is announced politely. */
export function ResultCard({ result, title, band, name, children, actions }: ResultCardProps) {
  const { className, Icon } = styles[result];
  return (
    <div
      role={result === 'refused' ? 'alert' : 'status'}
      className={joinClasses(
        'grid animate-enter gap-3 overflow-hidden rounded-lg border-2 border-ink p-5',
        className,
      )}
    >
      {band && (
        <p className="-mx-5 -mt-5 mb-1 bg-ink px-5 py-2 text-center font-mono text-sm font-semibold tracking-wide text-butter">
          {band}
        </p>
      )}
      <div className="flex items-start gap-4">
        <Icon size={36} strokeWidth={2.5} className="shrink-0" />
        <div className="min-w-0">
          <p className="font-display text-xl font-bold tracking-tight wrap-anywhere">{title}</p>
          {name && <p className="font-display text-2xl font-bold tracking-tight wrap-anywhere">{name}</p>}
          {children}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
