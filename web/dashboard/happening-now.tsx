import { findSlotsAt, formatWait } from '../../contract/event/program.ts';
import type { EventView } from '../../contract/event/site.ts';
import { paths } from '../../contract/pages.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NextPanel } from './next-panel.tsx';

interface HappeningNowProps {
  event: EventView;
  /** In milliseconds. */
  now: number;
  tableNumber: number | undefined;
}

/** For somebody at the event: what goes on, where and for how long, what comes next, and their table. */
export default function HappeningNow({ event, now, tableNumber }: HappeningNowProps) {
  const { current, next } = findSlotsAt(event.program, now);
  const rows = [
    ...current.map((slot) => ({ slot, when: `Now, for another ${formatWait(slot.endsAt - now)}` })),
    ...(next ? [{ slot: next, when: `Next, in ${formatWait(next.startsAt - now)}` }] : []),
  ];
  return (
    <NextPanel
      title="What is happening"
      action={
        <LinkButton document href={paths.schedule} variant="secondary">
          See the whole schedule
        </LinkButton>
      }
    >
      {tableNumber !== undefined && (
        <p className="flex items-baseline gap-3 text-lg">
          Your table
          <strong className="rounded-md border-2 border-ink bg-butter px-3 font-mono text-2xl text-ink">
            {tableNumber}
          </strong>
        </p>
      )}
      <ul className="divide-y divide-hairline">
        {rows.map(({ slot, when }) => (
          <li key={slot.id} className="grid gap-1 py-3">
            <span className="text-sm text-accent-text">{when}</span>
            <strong className="font-display text-xl tracking-tight wrap-anywhere">{slot.title}</strong>
            <span className="text-sm text-muted">
              {slot.time} · {slot.place ?? event.place}
            </span>
          </li>
        ))}
      </ul>
    </NextPanel>
  );
}
