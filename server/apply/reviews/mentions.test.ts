import { expect, test } from 'vitest';
import { findMentions } from './mentions.ts';

const team = ['Ben Bit', 'Ben Bitter', 'Zoë Nut', 'Ann'].map((name) => ({ name }));
const find = (text: string) => {
  const { mentioned, unclear } = findMentions(text, team);
  return unclear ? unclear.names : mentioned.map(({ name }) => name);
};

test('a whole name reaches its person, a part of one the only person who has it', () => {
  expect(find('@Ben Bit, please look')).toEqual(['Ben Bit']);
  expect(find('Ask @ben bitter and @Zoe.')).toEqual(['Ben Bitter', 'Zoë Nut']);
  expect(find('@nut @Ann @ann')).toEqual(['Zoë Nut', 'Ann']);
  expect(find('(@Bitter)')).toEqual(['Ben Bitter']);
});

test('a part that several have is asked about, and what is no mention is none', () => {
  expect(find('@Ben?')).toBe('Ben Bit or Ben Bitter');
  expect(find('ann@example.org, @everybody, @ Ann, @Annika')).toEqual([]);
});
