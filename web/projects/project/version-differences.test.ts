import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { findDifferences, joinVersions } from './version-differences.ts';

const start = 'We built a bus that runs at night and knows every stop of the town. '.repeat(20);
const shown = (pieces: { text: string; differs: boolean }[]) =>
  pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

test('what differs is shown, however long the text before and after it is', () => {
  const { mine, theirs } = findDifferences(`${start}It is red. ${start}`, `${start}It is blue. ${start}`);
  expect(shown(mine)).toContain('It is [red]. We built');
  expect(shown(theirs)).toContain('It is [blue]. We built');
  expect(shown(mine).length).toBeLessThan(200);
});

test('both versions of a description keep every line of each, and what is the same once', () => {
  expect(joinVersions('description', 'Same\nMine\nEnd', 'Same\nTheirs\nEnd')).toBe('Same\nMine\nTheirs\nEnd');
  expect(joinVersions('description', 'Same\nMine', 'Same')).toBe('Same\nMine');
  expect(joinVersions('description', 'a\nX\nb\nY', 'a\nb\nZ')).toBe('a\nX\nb\nY\nZ');
});

test('both is offered where it means something and fits', () => {
  expect(joinVersions('title', 'Night Bus', 'Bus Night')).toBe('Night Bus / Bus Night');
  expect(joinVersions('title', 'N'.repeat(limits.project.title), 'B')).toBeUndefined();
  expect(joinVersions('repository', 'https://a.example', 'https://b.example')).toBeUndefined();
  expect(joinVersions('tags', ['React', 'Go'], ['Go', 'Rust'])).toEqual(['React', 'Go', 'Rust']);
});

test('two long texts with nothing in common are shown whole and at once', () => {
  const random = (letter: string) =>
    Array.from({ length: 2500 }, (_, n) => `${letter}${n}`)
      .join(' ')
      .slice(0, 10_000);
  const { mine, theirs } = findDifferences(random('x'), random('y'));
  expect([mine.some(({ differs }) => differs), theirs.some(({ differs }) => differs)]).toEqual([true, true]);
});
