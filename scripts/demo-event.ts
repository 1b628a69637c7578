import type { EventDocument } from '../contract/event/event.ts';
import { formatDateRange, formatDay } from '../contract/platform/format.ts';

const hour = 60 * 60_000;
const dayLength = 24 * hour;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Returns the default event moved so that at `now` its first day began 10 to 34 hours ago, with the weekdays in its texts
 * corrected. It has mentors' help and lending.
 */
export function createDemoEvent(event: EventDocument, now: Date): EventDocument {
  const tenHoursAgo = new Date(now.getTime() - 10 * hour);
  const firstDay = tenHoursAgo.toLocaleDateString('sv-SE', { timeZone: event.timezone });
  const days = (Date.parse(firstDay) - Date.parse(event.dates.start)) / dayLength;
  const moveDate = (date: string) => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);
  const moveWeekday = (name: string) => weekdays.at((weekdays.indexOf(name) + days) % 7) ?? name;
  const moved: EventDocument = JSON.parse(
    JSON.stringify(event)
      .replace(/\d{4}-\d{2}-\d{2}(?=["T])/g, moveDate)
      .replace(new RegExp(weekdays.join('|'), 'g'), moveWeekday),
  );
  const { dates, locale } = moved;
  return {
    ...moved,
    name: event.name.replace(event.dates.start.slice(0, 4), dates.start.slice(0, 4)),
    badge: `${formatDateRange(dates.start, dates.end, locale)} at ${moved.place}`,
    schedule: moved.schedule.map((day) => ({
      ...day,
      title: formatDay(day.date, { locale, timezone: 'UTC' }),
    })),
    help: { topics: ['Software', 'Hardware', 'Design', 'Pitch'] },
    lending: { things: ['1 VR headset', '2 VR headset', '3 Soldering iron', '4 USB-C cable'] },
  };
}
