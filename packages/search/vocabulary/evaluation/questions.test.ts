import { expect, test } from 'vitest';
import { type QuestionSet, type readNonsense, readShortRequests } from './applicants.ts';
import { getFilled, listTaken, measure } from './measure.ts';

// What is measured today (docs/performance.md), less a little: a change that makes it worse is seen here.
test.each<[QuestionSet, Record<string, number>]>([
  ['seen', { all: 0.77, long: 0.67, everyday: 0.7, two: 0.69, typo: 0.91, negation: 0.86, condition: 0.86 }],
  [
    'held-out',
    { all: 0.66, long: 0.62, everyday: 0.6, two: 0.8, typo: 0.75, negation: 0.61, condition: 0.56 },
  ],
  [
    'stranger',
    { all: 0.85, long: 0.88, everyday: 0.87, two: 0.83, typo: 0.79, negation: 0.8, condition: 0.85 },
  ],
  // The bars of these four: 0.72 in all, 0.55, 0.65, 0.8 and 0.65 for long, everyday, typo and negation.
  [
    'fresh-a',
    {
      all: 0.73,
      keyword: 0.83,
      long: 0.58,
      everyday: 0.65,
      two: 0.83,
      typo: 0.87,
      negation: 0.71,
      facet: 0.64,
    },
  ],
  [
    'fresh-b',
    {
      all: 0.72,
      keyword: 0.89,
      long: 0.67,
      everyday: 0.65,
      two: 0.55,
      typo: 0.82,
      negation: 0.79,
      facet: 0.78,
    },
  ],
  [
    'fresh-c',
    {
      all: 0.82,
      keyword: 0.84,
      long: 0.72,
      everyday: 0.8,
      two: 0.86,
      typo: 0.9,
      negation: 0.81,
      facet: 0.81,
    },
  ],
  [
    'fresh-d',
    {
      all: 0.8,
      keyword: 0.92,
      long: 0.8,
      everyday: 0.68,
      two: 0.74,
      typo: 0.91,
      negation: 0.8,
      facet: 0.84,
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
  ['nonsense-held-out', 7],
])('of %s at most %i find somebody', (name, known) =>
  expect(listTaken(name).length).toBeLessThanOrEqual(known),
);

test('short requests are understood', () => {
  const { engine } = getFilled('seen');
  const understood = readShortRequests().filter((text) => engine.parse(text).understood);
  expect(understood.length).toBeGreaterThanOrEqual(140);
});
