import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { describeChanges, type ScheduleEntry } from './schedule-entries.ts';

const place = { locale: 'en-US', timezone: 'America/Phoenix' };
const tell = (title: string) => {
  const entry = { key: 'k', date: '2025-09-20', title, time: '7', start: '19:00' } as ScheduleEntry;
  return describeChanges([entry], [{ ...entry, start: '20:00' }], place)?.subject;
};

test('a subject is as long as an announcement’s may be, and is cut between words', () => {
  const title = `${'Long words '.repeat(11)}now`;
  expect(tell(title)).toBe(`${title} is at 8:00 PM`);
  const cut = tell('Very long words '.repeat(11))!;
  expect(cut.length).toBeLessThanOrEqual(limits.announcement.subject);
  expect(cut).toMatch(/^(Very long words )+Very$/);
  const emoji = Array.from(tell('🦉'.repeat(200))!);
  expect([emoji.length, new Set(emoji)]).toEqual([limits.announcement.subject, new Set(['🦉'])]);
});
