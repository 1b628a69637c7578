import { useId } from 'react';
import { type HourRailEvent, type HourTick, listHourTicks } from '../../contract/event/program.ts';
import { paths } from '../../contract/platform/pages.ts';
import { joinClasses } from '../lib/classes.ts';

const sky = ({ hour }: HourTick) =>
  hour >= 20 || hour < 6 ? 'rail-night' : hour === 19 || hour === 6 ? 'rail-dusk' : 'rail-day';

/**
 * Returns the line, 0 or 1 from below, of each label that has room; it begins at its tick in the first half of the event, and
 * ends there in the second. From the middle outward, so that of two labels the outer one stands higher, clear of the other's
 * tick.
 */
function placeLabels(ticks: readonly HourTick[]): Map<HourTick, number> {
  // In ticks, where these are narrowest (`rail.css`): a letter is 0.45 rem wide.
  const letter = 0.45 / Math.min(3.25, 60 / ticks.length);
  const toMiddle = (index: number) => Math.abs(index + 0.5 - ticks.length / 2);
  const lines = new Map<HourTick, number>();
  const taken: [from: number, to: number][][] = [[], []];
  for (const [index, tick] of [...ticks.entries()].sort(([a], [b]) => toMiddle(a) - toMiddle(b))) {
    if (!tick.landmark) continue;
    const width = tick.landmark.title.length * letter + 1;
    const from = index < ticks.length / 2 ? index : index + 1 - width;
    const line = taken.findIndex((spans) =>
      spans.every((span) => from + width <= span[0] || span[1] <= from),
    );
    if (line < 0 || from < 0 || from + width > ticks.length) continue;
    taken[line]?.push([from, from + width]);
    lines.set(tick, line);
  }
  return lines;
}

/**
 * The event as one tick per hour, day and night; each leads to its row of the schedule. `startHourRail` makes it an
 * instrument: a slider and a line that says what happens then. Words that are on the page anyway are drawn by CSS.
 */
export function HourRail({ event, className }: { event: HourRailEvent; className?: string }) {
  const ticks = listHourTicks(event);
  const lines = placeLabels(ticks);
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
          {ticks.map((tick, index) => (
            <a
              key={tick.startsAt}
              href={`${paths.schedule}#${tick.rowId}`}
              data-at={tick.startsAt}
              aria-label={tick.summary}
              className={joinClasses('rail-hour', sky(tick), tick.landmark && 'rail-landmark')}
            >
              {lines.has(tick) && (
                <span
                  className={joinClasses(
                    'rail-label',
                    lines.get(tick) === 1 && 'rail-upper',
                    index >= ticks.length / 2 && 'rail-late',
                  )}
                  data-text={tick.landmark?.title}
                />
              )}
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
