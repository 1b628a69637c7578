const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in few letters: `now`, `12 min`, `5 h`, `3 d`, then the date. */
export function relativeDay(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age < day) return `${Math.floor(age / hour)} h`;
  if (age < 14 * day) return `${Math.floor(age / day)} d`;
  return new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }).format(new Date(iso));
}

/** A moment as date and time of day, in the event's zone. */
export function dateTime(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  );
}
