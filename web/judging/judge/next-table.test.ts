// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { applyQueuedScores } from './next-table.tsx';

const tables = [1, 2, 3, 4].map((teamNumber) => ({ teamNumber, teamName: `Team ${teamNumber}` }));
const suggestion = { next: { teamNumber: 2, teamName: 'Team 2' }, done: 1, total: 4 };
const scored = [1];

it('goes on after a table whose score waits on the device', () => {
  expect(applyQueuedScores(suggestion, { waiting: [], skipped: [], scored, tables })).toEqual(suggestion);
  expect(applyQueuedScores(suggestion, { waiting: [2], skipped: [], scored, tables })).toEqual({
    next: { teamNumber: 3, teamName: 'Team 3' },
    done: 2,
    total: 4,
  });
  // After the last table comes the first one; a second score of a team counts once.
  const last = { ...suggestion, next: { teamNumber: 4, teamName: 'Team 4' } };
  expect(applyQueuedScores(last, { waiting: [1, 4, 4], skipped: [], scored, tables })).toMatchObject({
    next: { teamNumber: 2 },
    done: 2,
  });
});

it('counts what waits when another table is suggested, and suggests none when all are scored', () => {
  expect(applyQueuedScores(suggestion, { waiting: [3, 99], skipped: [], scored, tables })).toEqual({
    ...suggestion,
    done: 2,
  });
  expect(applyQueuedScores(suggestion, { waiting: [2, 3, 4], skipped: [], scored, tables })).toMatchObject({
    next: null,
    done: 4,
  });
});

it('goes on after a table whose skip waits on the device, and never to one that the judge knows', () => {
  const known = tables.map((table) =>
    table.teamNumber === 3 ? { ...table, conflict: true as const } : table,
  );
  const own = { waiting: [], skipped: [2], scored, tables: known };
  expect(applyQueuedScores(suggestion, own)).toEqual({ ...suggestion, next: tables[3] });
  expect(applyQueuedScores(suggestion, { ...own, skipped: [2, 4] })).toMatchObject({ next: null, done: 1 });
});
