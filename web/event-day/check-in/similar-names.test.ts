import { expect, test } from 'vitest';
import { findSimilarNames } from './similar-names.ts';

const people = [
  'Jędrzej Wiśniewski',
  'Sofja Kowalewskaja',
  'Siobhan O’Neill',
  'Anna Lee',
  'Anne Lea',
  'Jean-Luc Picard',
  'Wei Zhang',
  'Björn Strauß',
  'Ada 1',
  'Ada 2',
].map((name) => ({ name }));
const find = (term: string) => findSimilarNames(people, term, 5).map(({ name }) => name);

test.each([
  ['a wrong letter', 'Sofja Kowalewskija', ['Sofja Kowalewskaja']],
  ['two wrong letters of a long word', 'Kovalevskaja', ['Sofja Kowalewskaja']],
  ['a letter left out', 'Sioban', ['Siobhan O’Neill']],
  ['two letters swapped', 'Picrad', ['Jean-Luc Picard']],
  ['no accents', 'jedrzej wisniewski', ['Jędrzej Wiśniewski']],
  ['accents that the name has not', 'Wéi Zhàng', ['Wei Zhang']],
  ['a letter written as two', 'bjorn strauss', ['Björn Strauß']],
  ['the last name first', 'Zhang Wei', ['Wei Zhang']],
  ['the last name first, without a space', 'zhangwei', ['Wei Zhang']],
  ['a missing space', 'jeanluc picard', ['Jean-Luc Picard']],
  ['a space too many', 'o neil siobhan', ['Siobhan O’Neill']],
  ['an apostrophe left out', 'siobhan oneill', ['Siobhan O’Neill']],
  ['the nearest first', 'Anne Lee', ['Anna Lee', 'Anne Lea']],
])('%s', (_what, term, expected) => expect(find(term)).toEqual(expected));

test.each(['', '   ', '***', 'Zz', 'nobody at all', 'Grace Hopper', 'Ada 3', 'wei@zhang.example', 'Anx Lex'])(
  'nobody is similar to “%s”',
  (term) => expect(find(term)).toEqual([]),
);

test('at most as many as asked for, and a term as long as the field allows is no burden', () => {
  const crowd = Array.from({ length: 10_000 }, (_, at) => ({
    name: `Maria Fernandez ${'abcdefghij'[at % 10]}`,
  }));
  expect(findSimilarNames(crowd, 'Maria Fernandes', 8)).toHaveLength(8);
  expect(findSimilarNames(crowd, 'ab '.repeat(33), 8)).toEqual([]);
  expect(findSimilarNames(crowd, 'a'.repeat(100), 8)).toEqual([]);
});
