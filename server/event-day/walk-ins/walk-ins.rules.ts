import type { Event } from '../../../contract/event/event.ts';

/** Returns the date of a moment, such as `2025-09-20`, in a time zone. */
const toDate = (now: Date, timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);

/** Returns why nobody can register at the entrance now: it is not a day of the event, and no organizer has opened it. */
export function walkInRefusal(
  { dates, timezone }: Pick<Event, 'dates' | 'timezone'>,
  { now, isOpened }: { now: Date; isOpened: boolean },
): { code: 'walk_ins_closed'; values: { days: string } } | undefined {
  const today = toDate(now, timezone);
  if (isOpened || (dates.start <= today && today <= dates.end)) return undefined;
  return { code: 'walk_ins_closed', values: { days: dates.label } };
}

/** Returns why the holder of an address cannot be admitted as a walk-in: organizers have removed them. */
export const admissionRefusal = (holder: { removedAt: Date | null } | undefined) =>
  holder?.removedAt ? 'person_removed' : undefined;
