import { createHash } from 'node:crypto';
import type { Event } from '../../contract/event/event.ts';
import { day } from '../../contract/platform/durations.ts';
import { parseZonedTime } from '../../contract/platform/zoned-time.ts';

function formatInstant(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Folds a line into parts of at most 75 bytes, never inside a character (RFC 5545, section 3.1). */
function foldLine(line: string): string {
  const parts = [''];
  let size = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (size + length > 75) {
      parts.push('');
      size = 1;
    }
    parts[parts.length - 1] += character;
    size += length;
  }
  return parts.join('\r\n ');
}

/** A file of one event: its host, when it was made, and the number of the event's version. */
interface Edition {
  host: string;
  madeAt: Date;
  version: number;
}

interface Entry {
  uid: string;
  start: Date;
  end?: Date | undefined;
  title: string;
  lines?: readonly string[];
  place: string;
}

/**
 * Lists the items of the schedule. An item whose end is before its start ends on the next day; one without an end has no
 * duration. Its id follows from its day and title, so that it stays when its time changes or others are inserted or moved.
 */
function listEntries({ schedule, timezone, name, place }: Event): Entry[] {
  return schedule.flatMap(({ date, items }) =>
    items.map((item, at) => {
      const before = items.slice(0, at).filter(({ title }) => title === item.title).length;
      const hash = createHash('sha256').update(`${item.title}\n${before}`).digest('hex');
      const nextDay = new Date(Date.parse(date) + day).toISOString().slice(0, 10);
      const end = item.end && parseZonedTime(item.end > item.start ? date : nextDay, item.end, timezone);
      return {
        uid: `${date}-${hash.slice(0, 16)}`,
        start: parseZonedTime(date, item.start, timezone),
        end: end || undefined,
        title: `${item.title} (${name})`,
        lines: item.lines,
        place: item.place ?? place,
      };
    }),
  );
}

/** Joins entries to one, from the first moment to the last. */
function joinEntries(event: Event, entries: readonly Entry[]): Entry {
  const moments = entries.flatMap(({ start, end = start }) => [start.getTime(), end.getTime()]);
  const [start, end] = [new Date(Math.min(...moments)), new Date(Math.max(...moments))];
  return { uid: `${event.dates.start}-event`, start, end, title: event.name, place: event.place };
}

/**
 * Formats the schedule as an iCalendar file (RFC 5545), in UTC, so that every calendar shows its own local time; with `asOne`,
 * as one entry for the whole event. A later version of the event replaces the entries of an earlier one.
 */
export function formatCalendar(event: Event, { host, madeAt, version }: Edition, { asOne = false } = {}) {
  const items = listEntries(event);
  const entries = (asOne ? [joinEntries(event, items)] : items).flatMap((entry) => [
    'BEGIN:VEVENT',
    `UID:${entry.uid}@${host}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${formatInstant(madeAt)}`,
    `DTSTART:${formatInstant(entry.start)}`,
    ...(entry.end ? [`DTEND:${formatInstant(entry.end)}`] : []),
    `SUMMARY:${escapeText(entry.title)}`,
    ...(entry.lines?.length ? [`DESCRIPTION:${escapeText(entry.lines.join('\n'))}`] : []),
    `LOCATION:${escapeText(entry.place)}`,
    'END:VEVENT',
  ]);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overnight//Schedule//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(event.name)}`,
    `X-WR-CALNAME:${escapeText(event.name)}`,
    `X-WR-TIMEZONE:${event.timezone}`,
    ...entries,
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n');
}
