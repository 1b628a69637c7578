const inks = [
  'bg-night text-white',
  'bg-tangerine text-ink',
  'bg-butter text-ink',
  'bg-ink text-paper',
] as const;

/** Returns the classes of the ink of a name, which stays the same. */
export function getInk(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return inks[sum % inks.length]!;
}
