import { foldText } from '../../../packages/search/fold-text.ts';

/** Returns the people whose name or email contains the text, ignoring case and accents; all of them for a blank text. */
export function filterByText<T extends { name: string; email?: string | null }>(
  people: readonly T[],
  text: string,
): readonly T[] {
  const wanted = foldText(text.trim());
  if (wanted === '') return people;
  return people.filter(
    ({ name, email }) => foldText(name).includes(wanted) || foldText(email ?? '').includes(wanted),
  );
}
