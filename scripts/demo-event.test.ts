import { expect, it } from 'vitest';
import { checkEvent } from '../server/event/event-document.ts';
import { defaultDocument } from '../server/testing/default-event.ts';
import { createDemoEvent } from './demo-event.ts';

it.each([
  ['2026-11-23T17:00:00Z', '2026-11-23', 'Monday', 'Tuesday'],
  ['2026-11-23T16:59:59Z', '2026-11-22', 'Sunday', 'Monday'],
])('at %s the event has begun on %s', (now, firstDay, first, second) => {
  const moved = checkEvent(createDemoEvent(defaultDocument, new Date(now)));
  expect(moved.dates.start).toBe(firstDay);
  expect(moved.schedule.map(({ date }) => date)).toEqual([moved.dates.start, moved.dates.end]);
  expect(moved.checkpoints.map(({ name }) => name)).toContain(`${first} lunch`);
  expect(moved.checkpoints.map(({ name }) => name)).toContain(`${second} breakfast`);
  expect(moved.name).toBe('Overnight 2026');
});

it('moves each moment by as many days, keeps its time of day, and names the days in the badge and the schedule', () => {
  const moved = createDemoEvent(defaultDocument, new Date('2026-12-31T20:00:00Z'));
  expect(moved.registration.closesAt).toBe('2026-12-30T23:59:59-07:00');
  expect(moved.projects).toMatchObject({ deadline: '2027-01-01T12:00:00-07:00' });
  expect(moved.badge).toBe('December 31, 2026 – January 1, 2027 at ECG 101');
  expect(moved.schedule.map(({ title }) => title)).toEqual(['Thu, Dec 31', 'Fri, Jan 1']);
  expect(moved.tracks).toEqual(defaultDocument.tracks);
});
