import { expect, it } from 'vitest';
import { formatRecent, formatTime } from './dates.ts';

it('says moments in the zone of the event', () => {
  const moment = '2025-09-20T16:12:00.000Z';
  expect(formatTime(moment, 'America/Phoenix')).toBe('9:12');
  expect(formatTime(moment, 'Europe/Paris')).toBe('18:12');
  expect(formatTime('2025-09-20T00:05:00.000Z', 'UTC')).toBe('0:05');
});

it('names the day of the week for a week', () => {
  const then = new Date(2025, 8, 9, 21, 14);
  expect(formatRecent(then, new Date(2025, 8, 12, 9, 0))).toBe('Tuesday 21:14');
  expect(formatRecent(then, new Date(2025, 8, 20, 9, 0))).toBe('9 September 21:14');
});
