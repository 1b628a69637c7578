import { expect, it } from 'vitest';
import {
  formatAgo,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatDay,
  formatNumber,
  formatRecent,
  formatTime,
} from './format.ts';
import { formatWhen } from './format-when.ts';

const phoenix = { locale: 'en-US', timezone: 'America/Phoenix' };
const berlin = { locale: 'de-DE', timezone: 'Europe/Berlin' };
const moment = '2025-09-20T15:30:00.000Z';

it("writes moments in the event's locale and time zone, with plain spaces", () => {
  expect(formatTime(moment, phoenix)).toBe('8:30 AM');
  expect(formatDay(moment, phoenix)).toBe('Sat, Sep 20');
  expect(formatDate(moment, phoenix)).toBe('Sep 20, 2025');
  expect(formatDateTime(moment, phoenix)).toBe('Sat, Sep 20, 8:30\u00a0AM\u00a0MST');
  expect(formatDateTime(moment, { locale: 'en-US' })).not.toMatch(/[A-Z]{3}$/);
  expect(formatTime('2025-09-20T07:05:00Z', phoenix)).toBe('12:05 AM');
  expect(formatTime(moment, berlin)).toBe('17:30');
  expect(formatDay(moment, berlin)).toBe('Sa., 20. Sept.');
  expect(formatNumber(1204, phoenix)).toBe('1,204');
  expect(formatNumber(1204, berlin)).toBe('1.204');
});

it.each([
  ['2025-09-20', '2025-09-21', 'en-US', 'September 20–21, 2025'],
  ['2025-09-20', '2025-09-20', 'en-US', 'September 20, 2025'],
  ['2025-09-30', '2025-10-01', 'en-US', 'September 30 – October 1, 2025'],
  ['2025-12-31', '2026-01-01', 'en-US', 'December 31, 2025 – January 1, 2026'],
  ['2025-09-20', '2025-09-21', 'en-GB', '20–21 September 2025'],
  ['2025-09-20', '2025-09-21', 'de-DE', '20.–21. September 2025'],
])('writes %s to %s in %s as %s', (start, end, locale, range) => {
  expect(formatDateRange(start, end, locale)).toBe(range);
});

it('names the day of the week for a week, and says how long ago something was', () => {
  const then = new Date('2025-09-10T04:14:00Z');
  expect(formatWhen(then, phoenix, new Date(then.getTime() + 3_600_000))).toBe('9:14 PM');
  expect(formatWhen(then, phoenix, new Date(then.getTime() + 3 * 3_600_000))).toBe('Tue, Sep 9, 9:14 PM');
  expect(formatRecent(then, phoenix, new Date(then.getTime() + 59_000))).toBe('just now');
  expect(formatRecent(then, phoenix, new Date(then.getTime() + 3_600_000))).toBe('at 9:14 PM');
  expect(formatRecent(then, phoenix, new Date('2025-09-12T16:00:00Z'))).toBe('Tuesday, 9:14 PM');
  expect(formatRecent(then, phoenix, new Date('2025-09-20T16:00:00Z'))).toBe(
    'Tue, Sep 9, 9:14\u00a0PM\u00a0MST',
  );
  const ago = (seconds: number) => formatAgo(new Date(then.getTime() - seconds * 1000), phoenix, then);
  expect([3, 300, 7200, 4 * 86_400, 14 * 86_400].map(ago)).toEqual([
    '3 s ago',
    '5 min ago',
    '2 h ago',
    '4 d ago',
    'Aug 26, 2025',
  ]);
});
