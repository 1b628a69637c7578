import { getDateFormatter } from './date-formatter.ts';

/** Returns how far a time zone is ahead of UTC at an instant, in milliseconds. */
function getOffset(zone: string, instant: number): number {
  const parts = getDateFormatter('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second')) -
    Math.floor(instant / 1000) * 1000
  );
}

/** Returns the instant of a date and time (`2025-09-20`, `08:30`) in a time zone. */
export function parseZonedTime(date: string, clock: string, zone: string): Date {
  const asUtc = Date.parse(`${date}T${clock}:00Z`);
  // On the night of a clock change the guess and the result can have different offsets, so it is computed twice.
  const guess = asUtc - getOffset(zone, asUtc);
  return new Date(asUtc - getOffset(zone, guess));
}

/** Returns an instant's date and time in a time zone, in the format of a date-time field: `2025-09-20T08:30`. */
export function formatZonedTime(instant: string, zone: string): string {
  const parts = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  return getDateFormatter('sv-SE', parts).format(new Date(instant)).replace(' ', 'T');
}

/** Returns a day a number of years later: `2020-09-20` for `2025-09-20` and -5. */
export function addYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
}

const year = 366 * 24 * 3_600_000;

/** Returns what is wrong with a chosen future time; undefined if it is valid. */
export function findMomentProblem(moment: string | Date, now: number | Date): string | undefined {
  const ahead = new Date(moment).getTime() - Number(now);
  if (!(ahead > 0)) return 'has passed';
  return ahead > year ? 'is more than a year away' : undefined;
}
