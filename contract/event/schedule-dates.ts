import { getDateFormatter } from '../platform/date-formatter.ts';

export const dayLength = 86_400_000;

/** Returns a date a number of days later: `2025-09-22` for `2025-09-20` and 2. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/**
 * Writes the times of a row as the schedule shows them: `7-8`, `8:00-8:30`, `10 PM-8 AM`; `19:00-20:00` on a 24-hour clock. With
 * AM and PM if `like`, the text that it replaces, has them.
 */
export function formatTimes(start: string, end: string | undefined, locale: string, like = ''): string {
  const { hourCycle } = getDateFormatter(locale, { hour: 'numeric' }).resolvedOptions();
  const is12 = hourCycle === 'h12' || hourCycle === 'h11';
  const isBare = is12 && end !== undefined && [start, end].every((clock) => clock.endsWith(':00'));
  const hasHalves = (end !== undefined && end < start) || /[ap]\.?m\b/i.test(like);
  return [start, ...(end ? [end] : [])]
    .map((clock) => {
      const hour = Number(clock.slice(0, 2));
      const shown = is12 ? hour % 12 || 12 : hour;
      const half = is12 && hasHalves ? (hour < 12 ? ' AM' : ' PM') : '';
      return `${shown}${isBare ? '' : clock.slice(2)}${half}`;
    })
    .join('-');
}
