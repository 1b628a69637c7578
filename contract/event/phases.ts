import { parseZonedTime } from '../platform/zoned-time.ts';
import { dayLength } from './schedule-dates.ts';

/** When registration closes, and when the event begins and ends, in milliseconds since 1970. */
export interface EventTimes {
  closesAt: number;
  /** Whether applications are refused after `closesAt`. */
  enforce: boolean;
  startsAt: number;
  endsAt: number;
  /** Whether the dates are those that the program comes with: then pages go on inviting after `endsAt`. */
  hasExampleDates: boolean;
}

/** `late`: after the deadline, if the event still accepts applications; `closed`: if it does not. */
export type EventPhase = 'open' | 'late' | 'closed' | 'live' | 'over';

interface TimedEvent {
  registration: { closesAt: string; enforce: boolean };
  dates: { start: string; end: string };
  timezone: string;
  program: { startsAt: number; endsAt: number }[];
}

/**
 * Returns the times that the phases depend on. The event begins with the first row of the schedule on its first day and
 * ends with the last row on its last day; a day without a row counts as a whole.
 */
export function getEventTimes({ registration, dates, timezone, program }: TimedEvent): EventTimes {
  const [first, last] = [dates.start, dates.end].map((day) =>
    parseZonedTime(day, '00:00', timezone).getTime(),
  );
  const onDay = (day: number) =>
    program.filter(({ startsAt }) => startsAt >= day && startsAt < day + dayLength);
  const [opening, closing] = [onDay(first!), onDay(last!)];
  return {
    closesAt: Date.parse(registration.closesAt),
    enforce: registration.enforce,
    startsAt: opening.length > 0 ? Math.min(...opening.map(({ startsAt }) => startsAt)) : first!,
    endsAt: closing.length > 0 ? Math.max(...closing.map(({ endsAt }) => endsAt)) : last! + dayLength,
    hasExampleDates: dates.start === exampleStart,
  };
}

const exampleStart = '2025-09-20';

/**
 * Returns whether this is the event that the program comes with. It takes applications although its dates have passed, so
 * that people can try the program.
 */
export function isExampleEvent({ name, dates }: { name: string; dates: { start: string } }): boolean {
  return name === 'Overnight 2025' && dates.start === exampleStart;
}

/** Returns whether applications are accepted at `now`, in milliseconds. */
export function isRegistrationOpen(
  { closesAt, enforce }: { closesAt: number | string; enforce: boolean },
  now: number,
): boolean {
  return !enforce || now <= new Date(closesAt).getTime();
}

/** Returns whether pages invite to apply at `now`: while applications are accepted, and no longer once the event is over. */
export const invitesToApply = (times: EventTimes, now: number): boolean =>
  isRegistrationOpen(times, now) && !hasEnded(times, now);

/** Returns the phase of the event at `now`, in milliseconds. */
export function getEventPhase(times: EventTimes, now: number): EventPhase {
  if (now >= times.endsAt) return 'over';
  if (now >= times.startsAt) return 'live';
  if (now <= times.closesAt) return 'open';
  return times.enforce ? 'closed' : 'late';
}

/** Returns whether the event is over and nobody comes or joins any more, as they still can with the dates of the example. */
export const hasEnded = (times: EventTimes, now: number): boolean =>
  !times.hasExampleDates && getEventPhase(times, now) === 'over';

/** Returns whether the event is over at a time in milliseconds since 1970. */
export const isEventOver = (event: TimedEvent, now: number): boolean =>
  getEventPhase(getEventTimes(event), now) === 'over';
