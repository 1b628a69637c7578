import { getDateFormatter } from '../platform/date-formatter.ts';
import { hour } from '../platform/durations.ts';
import { formatClockHour, formatHour } from '../platform/format.ts';
import { parseZonedTime } from '../platform/zoned-time.ts';
import type { Event } from './event.ts';
import { type EventTimes, getEventTimes } from './phases.ts';

type Item = Event['schedule'][number]['items'][number];

/** A row of the schedule, with times in milliseconds since 1970. */
export interface Slot extends Item {
  /** The row's own address on the page: `sat-1900`. */
  id: string;
  date: string;
  startsAt: number;
  /** Equal to `startsAt` for a single moment such as a deadline. */
  endsAt: number;
}
export interface Day {
  id: string;
  title: string;
  date: string;
  slots: Slot[];
}

function weekday(date: string): string {
  return getDateFormatter('en-US', { weekday: 'short', timeZone: 'UTC' })
    .format(new Date(date))
    .toLowerCase();
}

/** The schedule with its times. An end before its start is on the next day. */
export function createProgram({ schedule, timezone }: Pick<Event, 'schedule' | 'timezone'>): Day[] {
  return schedule.map(({ date, title, items }) => ({
    id: weekday(date),
    title,
    date,
    slots: items.map((item, position) => {
      const startsAt = parseZonedTime(date, item.start, timezone).getTime();
      const end = parseZonedTime(date, item.end ?? item.start, timezone).getTime();
      const id = `${weekday(date)}-${item.start.replace(':', '')}`;
      // Two rows can begin at the same time.
      const before = items.slice(0, position).filter(({ start }) => start === item.start).length;
      return {
        ...item,
        id: before > 0 ? `${id}-${before + 1}` : id,
        date,
        startsAt,
        endsAt: end < startsAt ? end + 24 * hour : end,
      };
    }),
  }));
}

export function listSlots(event: Pick<Event, 'schedule' | 'timezone'>): Slot[] {
  return createProgram(event).flatMap((day) => day.slots);
}

/** Returns the times that the phases of an event depend on. */
export function getTimesOf(
  event: Pick<Event, 'dates' | 'schedule' | 'timezone' | 'registration'>,
): EventTimes {
  return getEventTimes({ ...event, program: listSlots(event) });
}

/** What happens at a given time, and what comes next. */
export function findSlotsAt<S extends { startsAt: number; endsAt: number }>(slots: S[], now: number) {
  return {
    current: slots.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt),
    next: slots.find(({ startsAt }) => startsAt > now),
  };
}

/** `25 min`, `1 h 5 min`, `3 d 4 h`, rounded up to whole minutes. */
export function formatWait(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

export interface HourRailEvent {
  program: { id: string; title: string; place?: string | undefined; startsAt: number; endsAt: number }[];
  timezone: string;
  locale: string;
  place: string;
}

export interface HourTick {
  startsAt: number;
  /** 0 to 23, in the event's time zone. */
  hour: number;
  /** The hour as the event's locale writes it: `6 PM`, `18:00`. */
  clock: string;
  /** The first and last row, and rows without an end. */
  landmark: HourRailEvent['program'][number] | undefined;
  /** The row of the schedule that the tick links to. */
  rowId: string;
  /** `Sat 1 PM: lunch at ECG 101` */
  summary: string;
}

/** Returns a tick for each full hour from the first row to the end of the last. */
export function listHourTicks({ program, timezone, locale, place }: HourRailEvent): HourTick[] {
  const [first, last] = [program[0], program.at(-1)];
  if (!first || !last) return [];
  const landmarks = program.filter(
    (slot) => slot === first || slot === last || slot.endsAt === slot.startsAt,
  );
  const clock = getDateFormatter('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone });
  const begin = Math.floor(first.startsAt / hour) * hour;
  const ticks: HourTick[] = [];
  for (let at = begin; at <= last.endsAt; at += hour) {
    const slots = program.filter(
      ({ startsAt, endsAt }) => startsAt < at + hour && (endsAt > at || startsAt >= at),
    );
    const landmark = landmarks.find((slot) => slot.startsAt >= at && slot.startsAt < at + hour);
    const begun = program.findLast((slot) => slot.startsAt < at + hour) ?? first;
    const titles = slots.map(({ title }) => title).join(' and ');
    const gap = at >= last.endsAt ? 'the end' : 'nothing on the schedule';
    ticks.push({
      startsAt: at,
      hour: Number(clock.format(at)),
      clock: formatClockHour(at, { locale, timezone }),
      landmark,
      rowId: (landmark ?? slots[0] ?? begun).id,
      summary: `${formatHour(at, { locale, timezone })}: ${titles ? `${titles} at ${slots[0]?.place ?? place}` : gap}`,
    });
  }
  return ticks;
}
