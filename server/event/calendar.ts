import type { Event } from '../../contract/event.ts';
import { parseZonedTime } from '../../contract/zoned-time.ts';

const day = 24 * 60 * 60_000;

function stamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Breaks a line into parts of at most 75 bytes, never inside a character, as RFC 5545 section 3.1 asks. */
function folded(line: string): string {
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

/**
 * The schedule as an iCalendar file (RFC 5545), in UTC, so that every calendar shows its own local time. An item that
 * ends at an earlier time of day than it starts ends on the next day; one without an end is a moment.
 */
export function formatCalendar(event: Event, host: string, madeAt: Date): string {
  const entries = event.schedule.flatMap(({ date, items }) =>
    items.map((item, index) => {
      const start = parseZonedTime(date, item.start, event.timezone);
      const nextDay = new Date(Date.parse(date) + day).toISOString().slice(0, 10);
      const end =
        item.end && parseZonedTime(item.end > item.start ? date : nextDay, item.end, event.timezone);
      return [
        'BEGIN:VEVENT',
        `UID:${date}-${index + 1}@${host}`,
        `DTSTAMP:${stamp(madeAt)}`,
        `DTSTART:${stamp(start)}`,
        ...(end ? [`DTEND:${stamp(end)}`] : []),
        `SUMMARY:${escaped(item.title)}`,
        ...(item.lines.length > 0 ? [`DESCRIPTION:${escaped(item.lines.join('\n'))}`] : []),
        `LOCATION:${escaped(event.place)}`,
        'END:VEVENT',
      ];
    }),
  );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overnight//Schedule//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(event.name)}`,
    `X-WR-CALNAME:${escaped(event.name)}`,
    `X-WR-TIMEZONE:${event.timezone}`,
    ...entries.flat(),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
