import { expect, test } from 'vitest';
import { type QuestionSet, type readNonsense, readShortRequests } from './applicants.ts';
import { getFilled, listTaken, measure } from './measure.ts';

// What is measured today (docs/performance.md), less a little: a change that makes it worse is seen here.
test.each<[QuestionSet, Record<string, number>]>([
  ['seen', { all: 0.83, long: 0.76, everyday: 0.84, two: 0.71, typo: 0.94, negation: 0.88, condition: 0.9 }],
  [
    'held-out',
    { all: 0.84, long: 0.82, everyday: 0.86, two: 0.87, typo: 0.9, negation: 0.76, condition: 0.73 },
  ],
  [
    'stranger',
    { all: 0.89, long: 0.88, everyday: 0.94, two: 0.88, typo: 0.88, negation: 0.84, condition: 0.89 },
  ],
  // The bars of these four: 0.78 in all, 0.6, 0.68, 0.7, 0.85 and 0.7 for long, everyday, two, typo and negation.
  [
    'fresh-a',
    {
      all: 0.79,
      keyword: 0.86,
      long: 0.71,
      everyday: 0.73,
      two: 0.85,
      typo: 0.91,
      negation: 0.87,
      facet: 0.66,
    },
  ],
  [
    'fresh-b',
    {
      all: 0.75,
      keyword: 0.9,
      long: 0.71,
      everyday: 0.73,
      two: 0.61,
      typo: 0.82,
      negation: 0.79,
      facet: 0.81,
    },
  ],
  [
    'fresh-c',
    {
      all: 0.85,
      keyword: 0.85,
      long: 0.8,
      everyday: 0.84,
      two: 0.89,
      typo: 0.94,
      negation: 0.84,
      facet: 0.81,
    },
  ],
  [
    'fresh-d',
    {
      all: 0.82,
      keyword: 0.93,
      long: 0.81,
      everyday: 0.71,
      two: 0.77,
      typo: 0.91,
      negation: 0.83,
      facet: 0.85,
    },
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
  ['nonsense-everyday', 7],
  ['nonsense-fresh-a', 1],
  ['nonsense-fresh-b', 0],
  ['nonsense-fresh-c', 1],
  ['nonsense-fresh-d', 0],
  ['nonsense-held-out', 6],
])('of %s at most %i find somebody', (name, known) =>
  expect(listTaken(name).length).toBeLessThanOrEqual(known),
);

test('short requests are understood', () => {
  const { engine } = getFilled('seen');
  const understood = readShortRequests().filter((text) => engine.parse(text).understood);
  expect(understood.length).toBeGreaterThanOrEqual(140);
});
