import { joinClasses } from '../lib/classes.ts';

/** One tick per hour of the event. */
const hours = 34;

interface TickRailProps {
  /** How far along, 0 to 1: so many ticks are inked. */
  part: number;
  /** Places of the taller tangerine ticks, 0 to 1. */
  marks?: readonly number[];
}

/** A progress rail of ticks. Decorative: the same is shown in words beside it. */
export function TickRail({ part, marks = [] }: TickRailProps) {
  const inked = Math.round(part * hours);
  const tall = new Set(marks.map((mark) => Math.round(mark * (hours - 1))));
  return (
    <div aria-hidden="true" className="flex h-6 items-end justify-between">
      {Array.from({ length: hours }, (_, hour) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks never change places.
          key={hour}
          className={joinClasses(
            'w-[3px] rounded-sm transition-colors duration-200',
            tall.has(hour) ? 'h-6' : 'h-3.5',
            hour < inked ? (tall.has(hour) ? 'bg-accent' : 'bg-primary') : 'bg-hairline',
          )}
        />
      ))}
    </div>
  );
}
