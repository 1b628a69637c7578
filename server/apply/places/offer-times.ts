import type { Event } from '../../../contract/event/event.ts';
import { day, hour } from '../../../contract/platform/durations.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';

/** Returns whether the event's last day is over: then no place is offered and no offer ends. */
export function isEventOver({ dates, timezone }: Pick<Event, 'dates' | 'timezone'>, now: Date): boolean {
  return now.getTime() >= parseZonedTime(dates.end, '00:00', timezone).getTime() + day;
}

/** Returns the row of a place without an offer: it is held indefinitely, or has been free since `lapsed_at`. */
export const toUnofferedPlace = (lapsed_at: Date | null) => ({
  held_until: null,
  remind_at: null,
  lapsed_at,
});

/**
 * Returns the row of a place that is offered now: until when it is held, and when to remind: a day before the end, or
 * halfway if that is less than two days away. An offer made less than a day before a fixed `answerBy`, or after it, lasts a
 * day. No offer lasts beyond the start of the event, and each lasts at least an hour.
 */
export function toOfferedPlace(
  { answerBy, dates, timezone }: Pick<Event, 'answerBy' | 'dates' | 'timezone'>,
  now: Date,
): { held_until: Date | null; remind_at: Date | null; lapsed_at: null } {
  if (answerBy === undefined) return { held_until: null, remind_at: null, lapsed_at: null };
  const from = now.getTime();
  const wanted =
    typeof answerBy === 'string' ? Math.max(Date.parse(answerBy), from + day) : from + answerBy.hours * hour;
  const begins = parseZonedTime(dates.start, '00:00', timezone).getTime();
  const until = Math.max(Math.min(wanted, begins), from + hour);
  return { held_until: new Date(until), remind_at: getReminderTime(from, until), lapsed_at: null };
}

/** Returns when to remind of an offer that lasts from one time to another, in milliseconds. */
export function getReminderTime(from: number, until: number): Date {
  return new Date(until - Math.min(day, (until - from) / 2));
}
