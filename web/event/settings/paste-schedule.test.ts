import { expect, test } from 'vitest';
import { parseSchedule } from './paste-schedule.ts';

const days = ['2025-09-20', '2025-09-21'];
const read = (text: string) => {
  const { rows, unread } = parseSchedule(text, days, 'en-US');
  return {
    unread,
    rows: rows.map(({ date, start, end, title, place }) =>
      [date.slice(-2), start, end ?? '', title, place ?? ''].join('|'),
    ),
  };
};

test('a sheet: times, titles and places in cells, with its headings, a day in a column or above', () => {
  expect(
    read(
      'Day\tTime\tTitle\tPlace\nSaturday\t9:00 AM\tDoors open\tLobby\n\t10:00 AM - 10:30 AM\tOpening\tMain hall\nSunday\t12:00 PM\tLunch',
    ),
  ).toEqual({
    unread: [],
    rows: ['20|09:00||Doors open|Lobby', '20|10:00|10:30|Opening|Main hall', '21|12:00||Lunch|'],
  });
  expect(read('Start\tEnd\tWhat\tWhere\n19:00\t20:30\tDinner\tCourt 2').rows).toEqual([
    '20|19:00|20:30|Dinner|Court 2',
  ]);
});

test('a document: a line for each row under the days', () => {
  expect(
    read(`Our schedule
Saturday, September 20
• 8–8:30 AM: Check-in @ Lobby
11-1 PM Brunch
noon – Keynote – Hall 3
Sun 21 Sep
9.30 - 11.00 | Judging | Gym
22:00-2:00 Party
3 talks by sponsors`),
  ).toEqual({
    unread: ['Our schedule', '3 talks by sponsors'],
    rows: [
      '20|08:00|08:30|Check-in|Lobby',
      '20|11:00|13:00|Brunch|',
      '20|12:00||Keynote|Hall 3',
      '21|09:30|11:00|Judging|Gym',
      '21|22:00|02:00|Party|',
    ],
  });
});

test('a title and AM or PM stay as they were typed, and a time after noon gets its PM', () => {
  const { rows } = parseSchedule(
    [
      'Sat\t11:00 PM\t12:00 AM\tMidnight pizza\tCafeteria',
      'Sat\t10:30 PM\tMidnight run',
      'Noon yoga\t1:00 PM\tGym',
      '11:00 PM–11:59 PM Midnight snack @ Cafeteria',
      '11 AM Noon-to-midnight challenge',
      '19:00-20:30 Dinner',
      '10 PM - midnight Karaoke',
    ].join('\n'),
    days,
    'en-US',
  );
  expect(
    rows.map(({ start, end, time, title, place }) => [start, end, time, title, place].join('|')),
  ).toEqual([
    '23:00|00:00|11:00 PM–12:00 AM|Midnight pizza|Cafeteria',
    '22:30||10:30 PM|Midnight run|',
    '13:00||1:00 PM|Noon yoga|Gym',
    '23:00|23:59|11:00 PM–11:59 PM|Midnight snack|Cafeteria',
    '11:00||11 AM|Noon-to-midnight challenge|',
    '19:00|20:30|7:00 PM-8:30 PM|Dinner|',
    '22:00|00:00|10 PM - midnight|Karaoke|',
  ]);
});

test('a date in numbers is a day and no time, and an hour may stand with its h', () => {
  expect(
    read(
      'Sunday, 21.9.\n9:00 Coffee\n20.09.2025\n11:00 Tea\n21.9.\n16h Awards\n17h-18h30 Party\n36h of hacking\n20.9. 19.00 Dinner',
    ),
  ).toEqual({
    unread: ['36h of hacking'],
    rows: [
      '21|09:00||Coffee|',
      '20|11:00||Tea|',
      '21|16:00||Awards|',
      '21|17:00|18:30|Party|',
      '20|19:00||Dinner|',
    ],
  });
});

test('what is no time is none, the same row counts once, and a long paste ends', () => {
  expect(read('25:00 Never\n9:75 Never\n2025-09-21\n9:00 Coffee\n9:00 Coffee')).toEqual({
    unread: ['25:00 Never', '9:75 Never'],
    rows: ['21|09:00||Coffee|'],
  });
  expect(read('9:00 A\n'.repeat(100_000)).rows).toHaveLength(1);
  expect(read('9 - '.repeat(200_000)).rows).toEqual([]);
});
