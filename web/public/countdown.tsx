import type { Event } from '../../contract/event.ts';
import { formatDateTime } from '../../contract/format.ts';
import { texts } from '../../contract/texts.ts';

/** The time until registration closes; the island counts it down. Not shown on small screens. */
export function Countdown({ event }: { event: Event }) {
  const { closesAt } = event.registration;
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label="Time left to register"
      data-deadline={closesAt}
      data-closed={texts.apply.closed}
      className="max-md:hidden"
    >
      <p className="scripted flex gap-4" aria-hidden="true">
        {['days', 'hours', 'min', 'sec'].map((unit) => (
          <span key={unit} className="grid">
            <span data-unit={unit} className="tabular font-mono text-xl leading-tight">
              00
            </span>
            <span className="text-xs text-muted">{unit}</span>
          </span>
        ))}
      </p>
      <p data-left className="mt-1 text-xs text-muted">
        Registration closes {formatDateTime(closesAt, event)}
      </p>
    </div>
  );
}
