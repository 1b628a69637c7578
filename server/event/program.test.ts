import { expect, test } from 'vitest';
import { eventSchema } from '../../contract/event.ts';
import { createProgram, listHourTicks } from '../../contract/program.ts';
import { parseZonedTime } from '../../contract/zoned-time.ts';
import config from '../../event/event.ts';

const event = eventSchema.parse(config);
const iso = (moment: number | Date | undefined) => new Date(moment ?? Number.NaN).toISOString();

test('a wall clock means the same moment on both sides of a clock change', () => {
  expect(iso(parseZonedTime('2025-09-20', '08:30', 'America/Phoenix'))).toBe('2025-09-20T15:30:00.000Z');
  expect(iso(parseZonedTime('2025-03-30', '01:59', 'Europe/Berlin'))).toBe('2025-03-30T00:59:00.000Z');
  expect(iso(parseZonedTime('2025-03-30', '03:00', 'Europe/Berlin'))).toBe('2025-03-30T01:00:00.000Z');
  expect(iso(parseZonedTime('2025-10-26', '12:00', 'Europe/Berlin'))).toBe('2025-10-26T11:00:00.000Z');
  expect(iso(parseZonedTime('2025-01-01', '00:15', 'Asia/Kathmandu'))).toBe('2024-12-31T18:30:00.000Z');
});

test('every row has an address of its own, and a night ends on the next day', () => {
  const slots = createProgram(event).flatMap((day) => day.slots);
  expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
  const night = slots.find(({ title }) => title === 'venue open overnight');
  expect([night?.id, iso(night?.startsAt), iso(night?.endsAt)]).toEqual([
    'sat-2200',
    '2025-09-21T05:00:00.000Z',
    '2025-09-21T15:00:00.000Z',
  ]);
});

test('the rail has one tick per hour, from the doors to the end', () => {
  const ticks = listHourTicks(event);
  expect(ticks.length).toBe(34);
  expect([ticks[0]?.hour, ticks.at(-1)?.hour]).toEqual([8, 17]);
  expect(ticks.flatMap(({ landmark }) => landmark?.title ?? [])).toEqual([
    'check-ins and breakfast',
    'submission deadline',
    'final judging and awards ceremony',
  ]);
});
