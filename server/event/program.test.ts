import { expect, test } from 'vitest';
import { createProgram, listHourTicks, listSlots } from '../../contract/event/program.ts';
import { parseZonedTime } from '../../contract/platform/zoned-time.ts';
import { defaultEvent } from '../testing/default-event.ts';

const event = defaultEvent;
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
  const ticks = listHourTicks({ ...event, program: listSlots(event) });
  expect(ticks.length).toBe(34);
  expect([ticks[0]?.hour, ticks.at(-1)?.hour]).toEqual([8, 17]);
  expect(ticks.flatMap(({ landmark }) => landmark?.title ?? [])).toEqual([
    'check-ins and breakfast',
    'submission deadline',
    'final judging and awards ceremony',
  ]);
});

test('each tick says what happens then and where, and leads to its row', () => {
  const ticks = listHourTicks({ ...event, program: listSlots(event) });
  const at = (place: number) => `${ticks[place]?.summary} → ${ticks[place]?.rowId}`;
  expect([0, 3, 5, 19, 26, 28, 33].map(at)).toEqual([
    'Sat 8 AM: check-ins and breakfast at ECG 101 → sat-0830',
    'Sat 11 AM: team formation bingo and hacking begins at ECG 101 → sat-1100',
    'Sat 1 PM: lunch at ECG 101 → sat-1300',
    'Sun 3 AM: venue open overnight at ECG 101 → sat-2200',
    'Sun 10 AM: nothing on the schedule → sun-0900',
    'Sun 12 PM: submission deadline and lunch at ECG 101 → sun-1200',
    'Sun 5 PM: the end → sun-1600',
  ]);
  const elsewhere = listSlots(event).map((slot) => ({ ...slot, place: 'the gym' }));
  const [first] = listHourTicks({ ...event, locale: 'de-DE', program: elsewhere });
  expect(first?.summary).toBe('Sa 08 Uhr: check-ins and breakfast at the gym');
});

test('the hours of the rail are written as the locale writes them', () => {
  const clocks = (locale: string) =>
    listHourTicks({ ...event, locale, program: listSlots(event) })
      .filter(({ hour }) => hour % 6 === 0)
      .map(({ clock, summary }) => `${clock} ${summary.split(': ')[0]}`);
  expect(clocks('en-US')).toEqual([
    '12 PM Sat 12 PM',
    '6 PM Sat 6 PM',
    '12 AM Sun 12 AM',
    '6 AM Sun 6 AM',
    '12 PM Sun 12 PM',
  ]);
  expect(clocks('en-GB')).toEqual([
    '12:00 Sat 12:00',
    '18:00 Sat 18:00',
    '00:00 Sun 00:00',
    '06:00 Sun 06:00',
    '12:00 Sun 12:00',
  ]);
});
