/** Returns a text in lower case without accents; for Latin, Greek and Cyrillic letters as the database's `fold_text`. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Most names have none, and a station folds 10,000 at each letter of a search.
  return /^[\x20-\x7e]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}
