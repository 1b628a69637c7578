import type { Event } from '../../contract/event.ts';
import { type HourTick, listHourTicks } from '../../contract/program.ts';
import { joinClasses } from '../lib/classes.ts';

const sky = ({ hour }: HourTick) =>
  hour >= 20 || hour < 6 ? 'rail-night' : hour === 19 || hour === 6 ? 'rail-dusk' : 'rail-day';

function clockLabel(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * The event as one tick per hour, day and night; each leads to what goes on then. The same is the schedule's list, so that
 * screen readers and the keyboard are spared this one.
 */
export function HourRail({ event }: { event: Event }) {
  const ticks = listHourTicks(event);
  return (
    <div aria-hidden="true" className="border-y-2 border-edge print:hidden" data-rail>
      <div className="rail">
        {ticks.map((tick) => (
          <a
            key={tick.startsAt}
            href={`/schedule#${(tick.landmark ?? tick.slot).id}`}
            tabIndex={-1}
            data-at={tick.startsAt}
            className={joinClasses('rail-hour', sky(tick), tick.landmark && 'rail-landmark')}
          >
            {tick.landmark && <span className="rail-label">{tick.landmark.title}</span>}
            {tick.hour % 6 === 0 && <span className="rail-clock">{clockLabel(tick.hour)}</span>}
          </a>
        ))}
      </div>
    </div>
  );
}
