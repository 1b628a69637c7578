import { expect, test } from 'vitest';
import { computeNameSize } from './badge-font-size.ts';

test.each([
  ['Ada Lovelace', 9],
  ['Grace Brewster Murray Hopper', 6],
  ['Maximiliane-Charlotte von Wolfenbüttel', 6],
  ['艾达·洛夫莱斯', 6.5],
  ['Wolfeschlegelsteinhausenbergerdorff', 3.5],
  ['Ada Lovelace Byron '.repeat(5).trim(), 4.5],
])('%s is as large as its words fit', (name, size) => expect(computeNameSize(name)).toBe(size));

test('no longer name is larger', () => {
  const sizes = [1, 2, 3, 4, 5, 6].map((count) => computeNameSize(Array(count).fill('Lovelace').join(' ')));
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});
