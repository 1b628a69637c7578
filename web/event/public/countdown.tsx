import type { Event } from '../../../contract/event/event.ts';
import { getEventTimes } from '../../../contract/event/phases.ts';
import { listSlots } from '../../../contract/event/program.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';

/**
 * The time until registration closes; the island counts it down, and removes the figures once there is nothing left. Not
 * shown on small screens.
 */
export function Countdown({ event }: { event: Event }) {
  const { closesAt } = event.registration;
  const deadline = formatDateTime(closesAt, event);
  const { startsAt } = getEventTimes({ ...event, program: listSlots(event) });
  const whenOpen = Date.parse(closesAt) > startsAt ? 'open live' : 'open';
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label="Registration deadline"
      data-deadline={closesAt}
      className="max-md:hidden"
    >
      <p data-figures data-when={whenOpen} className="scripted flex gap-4" aria-hidden="true">
        {['days', 'hours', 'min', 'sec'].map((unit) => (
          <span key={unit} className="grid">
            <span data-unit={unit} className="tabular font-mono text-xl leading-tight">
              00
            </span>
            <span className="text-xs text-muted">{unit}</span>
          </span>
        ))}
      </p>
      <p className="mt-1 text-xs text-muted">
        <span data-when="open">Registration closes {deadline}</span>
        <span data-when="late">Regular registration is closed</span>
        <span data-when="closed">{texts.apply.closed}</span>
        <span data-when="live over">Registration deadline: {deadline}</span>
      </p>
    </div>
  );
}
