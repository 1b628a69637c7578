import { isDeepStrictEqual } from 'node:util';
import type { EventDocument } from '../../../contract/event/event.ts';
import { addDays, dayLength, formatTimes } from '../../../contract/event/schedule-dates.ts';
import { formatDay } from '../../../contract/platform/format.ts';
import { formatZonedTime, parseZonedTime } from '../../../contract/platform/zoned-time.ts';

const date = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Versions of agreements may look like dates, and what was last time stays. */
const unmoved = ['dates', 'agreements', 'past'];
/** So many days before and after the event belong to it. */
const belongs = { before: 120, after: 60 };

/**
 * Returns a document that is about to be saved with what follows from the change. Dates and deadlines that belonged to the old
 * dates move with the first day, and keep their time of day in another time zone; the line above the schedule and the dates in
 * words are written anew; the times of the schedule are written as a new locale writes them; and the deadline of projects and its
 * row in the schedule stay the same moment. What was changed in the same save stays as it was typed.
 */
export function followChanges(before: EventDocument, next: EventDocument): EventDocument {
  const { dates, place, locale = 'en-US' } = next;
  const hasMoved = !isDeepStrictEqual(
    [dates.start, dates.end, place, next.locale],
    [before.dates.start, before.dates.end, before.place, before.locale],
  );
  const days = Math.round((Date.parse(dates.start) - Date.parse(before.dates.start)) / dayLength);
  const isElsewhen = days !== 0 || next.timezone !== before.timezone;
  let followed = withDeadline(before, isElsewhen ? moveDates(before, next, days) : next);
  // Words of one's own stay; what names the old dates or the old place does not.
  const isStale = (text: string) => /\d/.test(text) || text.includes(before.place);
  if (hasMoved && next.badge === before.badge && next.badge && isStale(next.badge)) delete followed.badge;
  if (hasMoved && dates.label && dates.label === before.dates.label)
    followed = { ...followed, dates: { start: dates.start, end: dates.end } };
  if (next.locale !== before.locale && isDeepStrictEqual(next.schedule, before.schedule))
    followed = {
      ...followed,
      schedule: followed.schedule.map((day) => ({
        ...day,
        items: day.items.map((item) => ({ ...item, time: formatTimes(item.start, item.end, locale) })),
      })),
    };
  return followed;
}

/** Moves the dates and moments that the save has not changed and that belong to the dates of before. */
function moveDates(before: EventDocument, next: EventDocument, days: number): EventDocument {
  const { timezone, locale = 'en-US' } = next;
  const [first, last] = [
    Date.parse(before.dates.start) - belongs.before * dayLength,
    Date.parse(before.dates.end) + belongs.after * dayLength,
  ];
  const move = (text: string): string => {
    const at = Date.parse(text);
    if (!(at >= first && at <= last)) return text;
    if (date.test(text)) return addDays(text, days);
    const [day = '', clock = ''] = formatZonedTime(text, before.timezone).split('T');
    const seconds = at % 60_000;
    return new Date(parseZonedTime(addDays(day, days), clock, timezone).getTime() + seconds).toISOString();
  };
  const walk = (value: unknown, old: unknown): unknown => {
    if (typeof value === 'string')
      return value === old && (date.test(value) || moment.test(value)) ? move(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    const at = (key: string) => (old as Record<string, unknown> | undefined)?.[key];
    if (Array.isArray(value)) return value.map((each, index) => walk(each, at(String(index))));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, at(key))]));
  };
  const moved = Object.fromEntries(
    Object.entries(next).map(([key, value]) => [
      key,
      unmoved.includes(key) ? value : walk(value, before[key as keyof EventDocument]),
    ]),
  ) as EventDocument;
  // A title names its date.
  const schedule = moved.schedule.map((day, index) =>
    day.date !== next.schedule[index]?.date && /\d/.test(day.title)
      ? { ...day, title: formatDay(day.date, { locale, timezone: 'UTC' }) }
      : day,
  );
  return { ...moved, schedule };
}

type Row = { day: number; item: number };

const toMoment = ({ schedule, timezone }: EventDocument, { day, item }: Row): number => {
  const { date: on, items } = schedule[day]!;
  return parseZonedTime(on, items[item]!.start, timezone).getTime();
};

/** Finds the row of the schedule that says until when projects are submitted. */
function findDeadlineRow({ schedule }: Pick<EventDocument, 'schedule'>): Row | undefined {
  for (const [day, { items }] of schedule.entries()) {
    const item = items.findIndex(({ title }) =>
      /\b(submission|submit|project)s?\b.*\b(deadline|due|close)|\bsubmissions? end/i.test(title),
    );
    if (item >= 0) return { day, item };
  }
  return undefined;
}

/** Returns when the schedule says that projects are due, in milliseconds. */
export function findScheduledDeadline(event: EventDocument): number | undefined {
  const row = findDeadlineRow(event);
  return row && toMoment(event, row);
}

/** Keeps the deadline of projects and its row in the schedule at one moment, if they were: changing one moves the other. */
function withDeadline(before: EventDocument, next: EventDocument): EventDocument {
  const row = findDeadlineRow(next);
  if (!before.projects || !next.projects || !row) return next;
  const [old, due] = [before.projects.deadline, next.projects.deadline].map((at) => Date.parse(at)) as [
    number,
    number,
  ];
  const scheduled = toMoment(next, row);
  if (findScheduledDeadline(before) !== old || scheduled === due) return next;
  if (due === old)
    return { ...next, projects: { ...next.projects, deadline: new Date(scheduled).toISOString() } };
  const [day = '', start = ''] = formatZonedTime(new Date(due).toISOString(), next.timezone).split('T');
  const item = next.schedule[row.day]!.items[row.item]!;
  const { end: _, ...rest } = item;
  const moved = { ...rest, start, time: formatTimes(start, undefined, next.locale ?? 'en-US', item.time) };
  const target = next.schedule.findIndex(({ date: on }) => on === day);
  // On a day that the schedule does not have, the two are asked about instead.
  if (target < 0) return next;
  const schedule = next.schedule.map((each, at) => {
    const items = at === row.day ? each.items.toSpliced(row.item, 1) : [...each.items];
    if (at === target) items.push(moved);
    return { ...each, items: items.sort((one, other) => one.start.localeCompare(other.start)) };
  });
  return schedule.some(({ items }) => items.length === 0) ? next : { ...next, schedule };
}
