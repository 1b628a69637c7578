import { expect, test } from 'vitest';
import { type QuestionSet, type readNonsense, readShortRequests } from './applicants.ts';
import { getFilled, listTaken, measure } from './measure.ts';

// What is measured today (docs/performance.md), less a little: a change that makes it worse is seen here.
test.each<[QuestionSet, Record<string, number>]>([
  ['seen', { all: 0.84, long: 0.77, everyday: 0.87, two: 0.72, typo: 0.94, negation: 0.85, condition: 0.89 }],
  [
    'held-out',
    { all: 0.85, long: 0.8, everyday: 0.9, two: 0.86, typo: 0.92, negation: 0.75, condition: 0.73 },
  ],
  [
    'stranger',
    { all: 0.89, long: 0.87, everyday: 0.95, two: 0.87, typo: 0.9, negation: 0.75, condition: 0.89 },
  ],
  // The bars of these: 0.78 in all, 0.6, 0.68, 0.7, 0.85 and 0.7 for long, everyday, two, typo and negation.
  [
    'fresh-a',
    {
      all: 0.79,
      keyword: 0.86,
      long: 0.72,
      everyday: 0.73,
      two: 0.82,
      typo: 0.92,
      negation: 0.88,
      facet: 0.64,
    },
  ],
  [
    'fresh-b',
    {
      all: 0.77,
      keyword: 0.9,
      long: 0.71,
      everyday: 0.78,
      two: 0.69,
      typo: 0.83,
      negation: 0.83,
      facet: 0.84,
    },
  ],
  [
    'fresh-c',
    {
      all: 0.87,
      keyword: 0.86,
      long: 0.83,
      everyday: 0.85,
      two: 0.89,
      typo: 0.95,
      negation: 0.85,
      facet: 0.83,
    },
  ],
  [
    'fresh-d',
    {
      all: 0.82,
      keyword: 0.93,
      everyday: 0.73,
      two: 0.79,
      long: 0.8,
      typo: 0.92,
      negation: 0.8,
      facet: 0.85,
    },
  ],
  ['fresh-e', { all: 0.88, keyword: 0.88, everyday: 0.93, two: 0.9, long: 0.7, typo: 0.88, negation: 0.89 }],
  // Below the bars in all, in everyday wording and in typos.
  ['fresh-f', { all: 0.76, keyword: 0.83, everyday: 0.6, two: 0.77, long: 0.74, typo: 0.78, negation: 0.84 }],
  [
    'fresh-g',
    { all: 0.81, long: 0.67, everyday: 0.8, two: 0.84, condition: 0.81, negation: 0.85, typo: 0.91 },
  ],
])('questions that are %s find who fits', (set, floors) => {
  const found = measure(set);
  for (const [kind, floor] of Object.entries(floors))
    expect(found[kind], `${kind} of ${JSON.stringify(found)}`).toBeGreaterThan(floor);
});

test.each<[Parameters<typeof readNonsense>[0], string[]]>([
  // Known: it asks for a translation.
  ['nonsense', ['translate hello to french']],
  // Known: "blind" alone is asked for as accessibility.
  ['nonsense-stranger', ['three blind mice']],
])('%s finds nobody, and none of it counts as understood', (name, known) =>
  expect(listTaken(name)).toEqual(known),
);

// Which texts they are is not shown: nobody who changes the search is to know.
test.each<[Parameters<typeof readNonsense>[0], number]>([
  ['nonsense-everyday', 5],
  ['nonsense-fresh-a', 0],
  ['nonsense-fresh-b', 0],
  ['nonsense-fresh-c', 0],
  ['nonsense-fresh-d', 0],
  ['nonsense-fresh-e', 0],
  ['nonsense-fresh-f', 0],
  ['nonsense-fresh-g', 0],
  ['nonsense-held-out', 5],
])('of %s at most %i find somebody', (name, known) =>
  expect(listTaken(name).length).toBeLessThanOrEqual(known),
);

test('short requests are understood', () => {
  const { engine } = getFilled('seen');
  const understood = readShortRequests().filter((text) => engine.parse(text).understood);
  expect(understood.length).toBeGreaterThanOrEqual(140);
});
