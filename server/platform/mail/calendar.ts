import type { Event } from '../../../contract/event/event.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';

const day = 24 * 60 * 60_000;

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

/**
 * Formats the schedule as an iCalendar file (RFC 5545), in UTC, so that every calendar shows its own local time. An item
 * whose end is before its start ends on the next day; one without an end has no duration.
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
        `DTSTAMP:${formatInstant(madeAt)}`,
        `DTSTART:${formatInstant(start)}`,
        ...(end ? [`DTEND:${formatInstant(end)}`] : []),
        `SUMMARY:${escapeText(item.title)}`,
        ...(item.lines.length > 0 ? [`DESCRIPTION:${escapeText(item.lines.join('\n'))}`] : []),
        `LOCATION:${escapeText(item.place ?? event.place)}`,
        'END:VEVENT',
      ];
    }),
  );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overnight//Schedule//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(event.name)}`,
    `X-WR-CALNAME:${escapeText(event.name)}`,
    `X-WR-TIMEZONE:${event.timezone}`,
    ...entries.flat(),
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n');
}
