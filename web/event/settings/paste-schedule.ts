import { formatTimes } from '../../../contract/event/schedule-dates.ts';
import { formatDay } from '../../../contract/platform/format.ts';
import { type ScheduleEntry, toClock } from './schedule-entries.ts';

/** How much is read of what was pasted, in lines and in characters of a line. */
const most = { lines: 400, length: 400 };

/** A time, or two with a dash between them: `9:30`, `16h`, `9-10:30 AM`, `19.00 – 20.00`. A number alone is none. */
const times =
  /(?<!\d)(\d{1,2})(?:[:.h](\d\d)|h\b)?\s?(?:([ap])\.?m\b\.?)?(?:\s?(?:-|–|—|to|until|bis)\s?(\d{1,2})(?:[:.h](\d\d)|h\b)?\s?(?:([ap])\.?m\b\.?)?)?(?!\d)/giu;
/** `13.12.` or `13.12.2025`. */
const dottedDate = /(?<!\d)\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?:\d{4})?(?!\d)/g;

function toMinutes(hour: string, minute = '00', half: string | undefined): number {
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return hours * 60 + Number(minute);
}

const isClock = (minutes: number) => minutes < 24 * 60 && minutes % 60 < 60;

/** Finds the first time of a line with its end, as it was written, and what stands before and behind it. */
function findTimes(line: string) {
  // Words become times of their own length, so that the line stays as it was typed.
  const digits = line
    .replace(dottedDate, (date) => ' '.repeat(date.length))
    .replace(/\bnoon\b/gi, '12pm')
    .replace(/\bmidnight\b/gi, '12:00 AM');
  for (const match of digits.matchAll(times)) {
    const [whole, from = '', fromMinute, fromHalf, to, toMinute, toHalf] = match;
    if (!fromMinute && !fromHalf && !(to && (toMinute || toHalf)) && !/h/i.test(whole)) continue;
    if ([fromMinute, toMinute].some((minute) => Number(minute ?? 0) > 59)) continue;
    const end = to === undefined ? undefined : toMinutes(to, toMinute, toHalf ?? fromHalf);
    // "11-1 PM" begins in the morning.
    let start = toMinutes(from, fromMinute, fromHalf ?? toHalf);
    if (!fromHalf && toHalf && end !== undefined && start > end) start = toMinutes(from, fromMinute, 'a');
    if (!isClock(start) || (end !== undefined && !isClock(end))) continue;
    const behind = match.index + whole.length;
    return {
      start: toClock(start),
      ...(end !== undefined && { end: toClock(end) }),
      written: line.slice(match.index, behind).trim(),
      before: line.slice(0, match.index),
      after: line.slice(behind),
    };
  }
  return undefined;
}

/** Lists how people write a day of the event, the longest first. */
function listSpellings(days: readonly string[], locale: string): [spelling: string, date: string][] {
  const formats: Intl.DateTimeFormatOptions[] = [
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
    { weekday: 'long' },
    { weekday: 'short' },
  ];
  const spellings = days.flatMap((date, at) => {
    const day = new Date(`${date}T12:00Z`);
    const written = ['en-US', 'en-GB', locale].flatMap((language) =>
      formats.map((format) => day.toLocaleDateString(language, { ...format, timeZone: 'UTC' })),
    );
    const [year, month, number] = date.split('-');
    const inNumbers = [`${number}.${month}.`, `${Number(number)}.${Number(month)}.`].flatMap((text) => [
      text,
      text + year,
    ]);
    return [date, ...written, ...inNumbers, `Day ${at + 1}`].map((text): [string, string] => [
      text.toLowerCase(),
      date,
    ]);
  });
  return spellings.sort(([one], [other]) => other.length - one.length);
}

const isLetter = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text);

/** Finds the day that a text names as a word of its own. */
function findDay(text: string, spellings: readonly [string, string][]): string | undefined {
  const lower = text.toLowerCase();
  return spellings.find(([spelling]) => {
    const at = lower.indexOf(spelling);
    return at >= 0 && !isLetter(lower[at - 1]) && !isLetter(lower[at + spelling.length]);
  })?.[1];
}

const trim = (cell: string) => cell.replace(/^[\s|,;:–—*•-]+|[\s|,;:–—-]+$/gu, '');
const headings =
  /^(day|date|time|start|starts|end|ends|what|title|event|activity|place|where|location|room)$/i;

/**
 * Reads a schedule that was pasted from a sheet or a document: a row for each line with a time, in cells or behind it the title
 * and the place; a line that names a day is for those that follow. Reads each line once. Returns the rows, and the lines that
 * are neither.
 */
export function parseSchedule(pasted: string, days: readonly string[], locale: string) {
  const spellings = listSpellings(days, locale);
  const rows: ScheduleEntry[] = [];
  const unread: string[] = [];
  // On a 24-hour clock, times without AM and PM are exact, and stay so.
  const clock = /\b(1[3-9]|2[0-3])(?:[:.h]\d\d|h\b)/.test(pasted) ? 'AM' : '';
  let date = days[0]!;
  for (const raw of pasted.split(/\r?\n/, most.lines)) {
    const line = raw.slice(0, most.length);
    if (trim(line) === '') continue;
    const cells = line.split('\t').map(trim);
    // In a sheet the end may stand in a cell of its own, and a title such as "Midnight pizza" before its time.
    const clocks = cells
      .map((cell) => ({ cell, found: cells.length > 1 ? findTimes(cell) : undefined }))
      .filter(({ found }) => found && trim(found.before + found.after) === '');
    const found = clocks[0]?.found ?? findTimes(line);
    const dayCell =
      cells.length > 1 && found
        ? cells.find((cell) => !findTimes(cell) && findDay(cell, spellings))
        : undefined;
    const named = found ? findDay(dayCell ?? found.before, spellings) : findDay(line, spellings);
    if (named) date = named;
    if (!found) {
      if (!named && !cells.every((cell) => cell === '' || headings.test(cell))) unread.push(trim(raw));
      continue;
    }
    const until = found.end ? undefined : clocks[1]?.found;
    const end = found.end ?? until?.start;
    const parts =
      cells.length > 1
        ? cells.filter((cell) => cell !== dayCell && !clocks.some((clock) => clock.cell === cell))
        : trim(found.after).split(/\s+[|–—@-]\s+|\s*\|\s*/u);
    const [title, place] = parts.map(trim).filter(Boolean);
    if (!title) {
      unread.push(trim(raw));
      continue;
    }
    const { start } = found;
    const key = `${date} ${start} ${title}`;
    if (rows.some((row) => row.key === key)) continue;
    const written = [found.written, ...(until ? [until.written] : [])].join('–');
    const time = /[ap]\.?m\b/i.test(written) ? written : formatTimes(start, end, locale, clock);
    rows.push({ key, date, start, ...(end && { end }), time, title, ...(place && { place }) });
  }
  return { rows, unread };
}

/** Names a day as the preview shows it. */
export const nameDay = (date: string, locale: string) => formatDay(date, { locale, timezone: 'UTC' });
