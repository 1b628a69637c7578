import { expect, it } from 'vitest';
import { computeProgressShare, listProgressSteps } from './progress-steps.ts';

const event = {
  locale: 'en-US',
  timezone: 'America/Phoenix',
  dates: { start: '2025-09-20', end: '2025-09-21', label: 'September 20–21, 2025' },
};
const applied = {
  status: 'pending' as const,
  createdAt: '2025-09-01T10:00:00.000Z',
  reviewedAt: null,
  checkedInAt: null,
};
const reviewed = { ...applied, reviewedAt: '2025-09-05T10:00:00.000Z' };
const during = new Date('2025-09-20T20:00:00Z');
const way = (application: Parameters<typeof listProgressSteps>[0], now = during) => {
  const stations = listProgressSteps(application, event, now);
  return [stations.map(({ state }) => state), Math.round(computeProgressShare(stations) * 6)];
};

it('shows how far an application has come', () => {
  expect(way(applied)).toEqual([['done', 'next', 'ahead', 'ahead'], 1]);
  expect(way({ ...reviewed, status: 'approved' })).toEqual([['done', 'done', 'next', 'ahead'], 3]);
  const admitted = { ...reviewed, status: 'approved' as const, checkedInAt: '2025-09-20T16:12:00.000Z' };
  expect(way(admitted)).toEqual([['done', 'done', 'done', 'next'], 5]);
  expect(way(admitted, new Date('2025-10-01'))).toEqual([['done', 'done', 'done', 'done'], 6]);
  expect(way({ ...reviewed, status: 'rejected' })).toEqual([['done', 'done', 'never', 'never'], 2]);
});

it('says when, in the zone of the event', () => {
  const admitted = { ...reviewed, status: 'approved' as const, checkedInAt: '2025-09-20T16:12:00.000Z' };
  expect(listProgressSteps(admitted, event, during).map(({ when }) => when)).toEqual([
    'Mon, Sep 1',
    'Fri, Sep 5',
    '9:12 AM',
    'Sat, Sep 20',
  ]);
  expect(
    listProgressSteps(applied, undefined, during)
      .map(({ when }) => when)
      .at(-1),
  ).toBe('');
});
