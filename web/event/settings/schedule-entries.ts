import type { EventDocument } from '../../../contract/event/event.ts';
import { addDays, dayLength, formatTimes } from '../../../contract/event/schedule-dates.ts';
import { limits } from '../../../contract/limits.ts';
import { formatDay, formatTime } from '../../../contract/platform/format.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';

type Schedule = EventDocument['schedule'];
type Item = Schedule[number]['items'][number];

/** A row of the schedule with its date, and a key that stays while it is moved. */
export interface ScheduleEntry extends Item {
  key: string;
  date: string;
}

type Place = { locale: string; timezone: string };

/** Returns the minutes of a clock's time, such as `19:30`, since midnight. */
export const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
export const toClock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const minutesPerDay = 24 * 60;

/** Returns the rows of a schedule. Two copies of one schedule give a row the same key. */
export function toEntries(schedule: Schedule): ScheduleEntry[] {
  return schedule.flatMap(({ date, items }) =>
    items.map((item, at) => {
      const same = items.slice(0, at).filter(({ title }) => title === item.title).length;
      return { ...item, date, key: `${date} ${item.title} ${same}` };
    }),
  );
}

/** Returns the schedule of rows, in the order of their times; a day without rows goes. */
export function toSchedule(entries: ScheduleEntry[], before: Schedule, { locale }: Place): Schedule {
  const dates = [...new Set(entries.map(({ date }) => date))].sort();
  return dates.map((date) => ({
    date,
    title: before.find((known) => known.date === date)?.title ?? formatDay(date, { locale, timezone: 'UTC' }),
    items: entries
      .filter((entry) => entry.date === date)
      .sort((one, other) => one.start.localeCompare(other.start))
      .map(({ key: _, date: __, ...item }) => item),
  }));
}

/** Returns the schedule with its first day on another one, and the others as far behind it as before. */
export function moveSchedule(schedule: Schedule, first: string, place: Place): Schedule {
  const days = (Date.parse(first) - Date.parse(schedule[0]!.date)) / dayLength;
  const moved = toEntries(schedule).map((entry) => ({ ...entry, date: addDays(entry.date, days) }));
  return toSchedule(moved, [], place);
}

/** Returns whether no day of the schedule is one of the event. */
export const isElsewhere = (schedule: Schedule, { start, end }: EventDocument['dates']): boolean =>
  schedule.every(({ date }) => date < start || date > end);

/** Lists the days of the event, up to a fortnight of them, and those of its schedule. */
export function listDays(schedule: Schedule, { start, end }: EventDocument['dates']): string[] {
  const days = new Set(schedule.map(({ date }) => date));
  for (let date = start, at = 0; date <= end && at < 14; date = addDays(date, 1), at += 1) days.add(date);
  return [...days].sort();
}

/** Returns a row that starts and ends so many minutes later, or earlier. */
export function moveEntry(entry: ScheduleEntry, minutes: number, locale: string): ScheduleEntry {
  if (minutes === 0) return entry;
  const start = toMinutes(entry.start) + minutes;
  const end = entry.end && toClock((toMinutes(entry.end) + minutes + 2 * minutesPerDay) % minutesPerDay);
  const moved = {
    ...entry,
    date: addDays(entry.date, Math.floor(start / minutesPerDay)),
    start: toClock((start + 2 * minutesPerDay) % minutesPerDay),
    ...(end && { end }),
  };
  return { ...moved, time: formatTimes(moved.start, moved.end, locale, entry.time) };
}

export const countMinutes = (from: ScheduleEntry, to: ScheduleEntry): number =>
  (Date.parse(to.date) - Date.parse(from.date)) / 60_000 + toMinutes(to.start) - toMinutes(from.start);

/** Lists what follows a row on its day. */
export function listFollowing(entries: ScheduleEntry[], entry: ScheduleEntry): ScheduleEntry[] {
  return entries.filter(
    ({ key, date, start }) => key !== entry.key && date === entry.date && start >= entry.start,
  );
}

function describeMoment({ date, start }: ScheduleEntry, { timezone, locale }: Place, from?: ScheduleEntry) {
  const at = parseZonedTime(date, start, timezone);
  const time = formatTime(at, { timezone, locale });
  return from?.date === date ? time : `${formatDay(at, { timezone, locale })}, ${time}`;
}

/** Returns the text, cut at a space where it is longer than a subject may be. */
function cutSubject(text: string): string {
  const characters = Array.from(text);
  const most = limits.announcement.subject;
  if (characters.length <= most) return text;
  const space = characters.lastIndexOf(' ', most);
  return characters.slice(0, space > 0 ? space : most).join('');
}

/** Returns the announcement about what has changed: a subject, and a line for each row; undefined when nothing has. */
export function describeChanges(before: ScheduleEntry[], after: ScheduleEntry[], place: Place) {
  const lines: string[] = [];
  const subjects: string[] = [];
  for (const entry of after) {
    const known = before.find(({ key }) => key === entry.key);
    const where = entry.place ? `, ${entry.place}` : '';
    if (!known) {
      lines.push(`New: ${entry.title}, ${describeMoment(entry, place)}${where}.`);
      subjects.push(`${entry.title} at ${describeMoment(entry, place)}`);
    } else if (countMinutes(known, entry) !== 0) {
      const now = describeMoment(entry, place, known);
      lines.push(`${entry.title}: ${now}${where} (was ${describeMoment(known, place, entry)}).`);
      subjects.push(`${entry.title} is at ${now}`);
    } else if (known.place !== entry.place) {
      lines.push(`${entry.title}: now ${entry.place ? `in ${entry.place}` : 'at the main place'}.`);
      subjects.push(`${entry.title} has moved`);
    } else if (known.title !== entry.title) {
      lines.push(`${known.title} is now: ${entry.title}.`);
      subjects.push(entry.title);
    }
  }
  for (const gone of before.filter(({ key }) => !after.some((entry) => entry.key === key))) {
    lines.push(`${gone.title}, ${describeMoment(gone, place)}: canceled.`);
    subjects.push(`${gone.title} is canceled`);
  }
  const [first] = subjects;
  if (!first) return undefined;
  const subject = cutSubject(`${first[0]!.toUpperCase()}${first.slice(1)}`);
  return { subject, text: lines.map((line) => `${line[0]!.toUpperCase()}${line.slice(1)}`).join('\n') };
}
