import { expect, test } from 'vitest';
import { eventSchema } from '../../../contract/event/event.ts';
import { listSlots } from '../../../contract/event/program.ts';
import defaultDocument from '../../../default-event/event.json' with { type: 'json' };
import { findMisfit, listCheckpointSlots } from './checkpoint-hours.ts';

const event = eventSchema.parse(defaultDocument);
const program = listSlots(event);
const timetable = {
  locale: 'en-US',
  timezone: event.timezone,
  program,
  checkpoints: event.checkpoints.map(({ id, name }) => ({ id, name })),
};
const at = (time: string) => Date.parse(`2025-09-${time}:00-07:00`);
const slotsOf = (name: string) => listCheckpointSlots(name, timetable).map(({ id }) => id);

test('a checkpoint is for the rows of the schedule that its words name', () => {
  expect(Object.fromEntries(timetable.checkpoints.map(({ id, name }) => [id, slotsOf(name)]))).toEqual({
    entrance: [],
    'saturday-lunch': ['sat-1300'],
    'saturday-dinner': ['sat-1900'],
    'sunday-breakfast': ['sun-0900'],
    'sunday-lunch': ['sun-1200-2'],
    swag: [],
  });
  expect(slotsOf('Lunch, line B')).toEqual(['sat-1300', 'sun-1200-2']);
  expect(slotsOf('Breakfast')).toEqual(['sat-0830', 'sun-0900']);
  for (const name of ['', 'Saturday', '?!', 'Sat']) expect(slotsOf(name)).toEqual([]);
});

test('the schedule names the same days in the event’s language', () => {
  const german = { ...timetable, locale: 'de-DE' };
  for (const name of ['Lunch am Samstag', 'Sa.: lunch', 'Saturday lunch'])
    expect(listCheckpointSlots(name, german).map(({ id }) => id)).toEqual(['sat-1300']);
});

test('it fits from half an hour before to an hour after, and is not judged before and after the event', () => {
  const misfit = (name: string, time: string) => findMisfit(name, timetable, at(time));
  for (const time of ['20T12:30', '20T13:30', '20T14:59', '19T13:00', '22T13:00'])
    expect([time, misfit('Saturday lunch', time)]).toEqual([time, undefined]);
  expect(misfit('Saturday lunch', '20T12:29')).toMatchObject({
    slot: { id: 'sat-1300' },
    fitting: undefined,
  });
  expect(misfit('Saturday lunch', '20T19:10')).toMatchObject({ fitting: { id: 'saturday-dinner' } });
  expect(misfit('Sunday breakfast', '20T19:10')).toMatchObject({ slot: { id: 'sun-0900' } });
  for (const name of ['Entrance', 'T-shirt and swag']) expect(misfit(name, '20T19:10')).toBeUndefined();
});
