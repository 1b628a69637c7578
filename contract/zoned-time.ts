/** How far a time zone is ahead of UTC at an instant, in milliseconds. */
function offset(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
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

/** The instant at which the clocks of a time zone show this day and time (`2025-09-20`, `08:30`). */
export function parseZonedTime(date: string, clock: string, zone: string): Date {
  const asUtc = Date.parse(`${date}T${clock}:00Z`);
  // The offset may change between the guess and the answer, on the night of a clock change: so it is asked twice.
  const guess = asUtc - offset(zone, asUtc);
  return new Date(asUtc - offset(zone, guess));
}
