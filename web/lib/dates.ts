import { parseTimeOfDay } from '../../contract/clock.ts';

/** Moments as people read them. Times of the event carry its zone; without one they are the device's own. */

function format(moment: string | Date, timeZone: string | undefined, options: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(moment));
}

/** `20 Sept` */
export function formatDay(moment: string | Date, timeZone?: string): string {
  return format(moment, timeZone, { day: 'numeric', month: 'short' });
}

/** `9:12` */
export function formatTime(moment: string | Date, timeZone?: string): string {
  return parseTimeOfDay(moment, timeZone).replace(/^0/, '');
}

/** `20 Sept 2025` */
export function formatDate(moment: string | Date, timeZone?: string): string {
  return format(moment, timeZone, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `Tuesday 21:14`, for what happened within a week; older: `9 September 21:14`. */
export function formatRecent(moment: Date, now: Date): string {
  const days = (now.getTime() - moment.getTime()) / 86_400_000;
  const day =
    days < 6.5
      ? format(moment, undefined, { weekday: 'long' })
      : format(moment, undefined, { day: 'numeric', month: 'long' });
  return `${day} ${formatTime(moment)}`;
}
