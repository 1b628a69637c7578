import { expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { listEventFormColumns, listExportColumns } from './export-columns.ts';

const at = '2025-09-01T10:00:00.000Z';
const detail = {
  _id: 'a',
  team: null,
  checkIns: [],
  answers: [
    { id: 'level', type: 'choice' as const, label: 'Level then', value: 'Master' },
    { id: 'gone', type: 'text' as const, label: 'No longer asked', value: 'Owls' },
  ],
  agreements: [
    { id: 'conduct', version: '1', title: 'Code', text: '', at, revokedAt: at },
    { id: 'conduct', version: '2', title: 'Code', text: '', at },
    { id: 'book', version: '1', title: 'Book', text: '', at, revokedAt: at },
  ],
  guardian: 'asked' as const,
};
const event = {
  questions: [
    { id: 'late', type: 'text' as const, label: 'Asked later', required: false },
    { id: 'level', type: 'choice' as const, label: 'Level', required: true },
  ],
  agreements: ['conduct', 'book', 'photos'].map((id) => ({
    ...{ id, version: '2', title: `The ${id}`, text: '', links: [], required: false },
  })),
  guardian: { question: 'age', under: 18 },
};
const read = (details: typeof detail | undefined) =>
  Object.fromEntries(
    listEventFormColumns([detail], event).map((column) => [column.title, column.read(details)]),
  );

test('an export has a column for each question, each agreement and the guardian, those of earlier forms too', () => {
  expect(read(detail)).toEqual({
    'Asked later': null,
    Level: 'Master',
    'No longer asked': 'Owls',
    'Agreed: The conduct': `version 2, ${at}`,
    'Agreed: The book': `revoked ${at}`,
    'Agreed: The photos': 'no',
    Guardian: 'asked',
  });
  expect(Object.keys(read(detail))).toEqual([
    ...['Asked later', 'Level', 'No longer asked', 'Agreed: The conduct', 'Agreed: The book'],
    ...['Agreed: The photos', 'Guardian'],
  ]);
});

test('who has answered nothing has empty columns, and whether they need a guardian is unknown', () => {
  expect(read(undefined)).toMatchObject({ Level: null, 'Agreed: The conduct': 'no', Guardian: 'unknown' });
  const age = { id: event.guardian.question, type: 'number' as const, label: 'Age', value: '30' };
  const [column] = listEventFormColumns([], { guardian: event.guardian });
  expect(column!.read({ ...{ _id: 'b', team: null, checkIns: [] }, answers: [age] })).toBe('not needed');
});

test('an event that asks nothing has no such column', () => {
  expect(listEventFormColumns([{ _id: 'a', team: null, checkIns: [] }], {})).toEqual([]);
});

test('a diet is exported in words, own words without their prefix', () => {
  const columns = new Map(listExportColumns(new Map(), { checkpoints: [] }, false));
  const diet = (dietaryRestrictions: string) =>
    columns.get('Dietary')!({ dietaryRestrictions } as Application);
  expect(['other: no nuts', 'vegan'].map(diet)).toEqual(['no nuts', 'Vegan']);
});
