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

/** `AL`, of the first and the last word. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
