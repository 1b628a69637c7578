import { createWordFilter } from '../../../packages/text/fold-text.ts';

/** Returns the people whose name and email have all words of the text, see `createWordFilter`; all of them for a blank text. */
export function filterByText<T extends { name: string; email?: string | null }>(
  people: readonly T[],
  text: string,
): readonly T[] {
  const matches = createWordFilter(text);
  return text.trim() === '' ? people : people.filter(({ name, email }) => matches(`${name} ${email ?? ''}`));
}
