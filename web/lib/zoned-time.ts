/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - moment;
}

/** The moment (milliseconds since 1970) at which a wall clock in `timeZone` shows `date` ("2025-09-20") and `time` ("08:30"). */
export function momentOf(date: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  // The first guess can lie on the other side of a clock change; the second cannot.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(guess, timeZone);
}
