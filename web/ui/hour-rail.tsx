import { useId } from 'react';
import { type HourRailEvent, type HourTick, listHourTicks } from '../../contract/event/program.ts';
import { paths } from '../../contract/platform/pages.ts';
import { joinClasses } from '../lib/classes.ts';

const sky = ({ hour }: HourTick) =>
  hour >= 20 || hour < 6 ? 'rail-night' : hour === 19 || hour === 6 ? 'rail-dusk' : 'rail-day';

/**
 * The event as one tick per hour, day and night; each leads to its row of the schedule. `startHourRail` makes it an
 * instrument: a slider and a line that says what happens then. Words that are on the page anyway are drawn by CSS.
 */
export function HourRail({ event, className }: { event: HourRailEvent; className?: string }) {
  const ticks = listHourTicks(event);
  const caption = useId();
  return (
    <div data-rail className={joinClasses('rail-frame', className)}>
      <div className="rail-caption">
        <p id={caption}>The event, hour by hour</p>
        {/* The slider says the same to screen readers. */}
        <p aria-hidden="true" className="rail-readout scripted" data-readout />
        <a className="rail-link scripted" data-rail-link href={paths.schedule}>
          Go to this hour
        </a>
      </div>
      <div className="rail-window" data-rail-window>
        <div className="rail">
          {ticks.map((tick) => (
            <a
              key={tick.startsAt}
              href={`${paths.schedule}#${tick.rowId}`}
              data-at={tick.startsAt}
              aria-label={tick.summary}
              className={joinClasses('rail-hour', sky(tick), tick.landmark && 'rail-landmark')}
            >
              {tick.landmark && <span className="rail-label" data-text={tick.landmark.title} />}
              <span className={joinClasses('rail-clock', tick.hour % 6 === 0 && 'rail-sixth')}>
                {tick.clock}
              </span>
            </a>
          ))}
          <span className="rail-needle" data-needle hidden />
        </div>
      </div>
      <input
        type="range"
        className="range rail-scrubber scripted"
        aria-label="Hour of the event"
        aria-describedby={caption}
        min={0}
        max={ticks.length - 1}
        defaultValue={0}
      />
    </div>
  );
}
