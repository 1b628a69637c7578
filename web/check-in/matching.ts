/** Returns the people whose name or email contains the text, ignoring case; all of them for a blank text. */
export function filterByText<T extends { name: string; email?: string | null }>(
  people: readonly T[],
  text: string,
): readonly T[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return people;
  return people.filter(
    ({ name, email }) => name.toLowerCase().includes(wanted) || email?.toLowerCase().includes(wanted),
  );
}
