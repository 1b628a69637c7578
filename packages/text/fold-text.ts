// Sorting the marks of one letter takes quadratic time. No language writes more than a few.
const manyMarks = /(\p{M}{30})\p{M}+/gu;

/** Normalizes a text in linear time: at most 30 combining marks on a letter, as in the stream-safe format of UAX 15. */
export function normalizeUnicode(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(manyMarks, '$1').normalize(form);
}

/** Returns the text without those of the characters that stand at its end. A pattern for it (`/x+$/`) takes quadratic time. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a text in lower case without accents, every apostrophe as the straight one; for Latin, Greek and Cyrillic letters as the
 * database's `fold_text`.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Most names have none, and a station folds 10,000 at each letter of a search.
  return /^[\x20-\x7e]*$/.test(lower)
    ? lower
    : lower.normalize('NFD').replace(/\p{M}/gu, '').replace(/[‘’ʼ]/g, "'");
}

/** Returns the words of what somebody typed to find a name: "Lovelace, Ada" has the same as "Ada Lovelace". */
export const splitWords = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** Returns a test whether a text has all words that somebody typed, in any order and case, with or without accents. */
export function createWordFilter(typed: string): (text: string) => boolean {
  const words = splitWords(foldText(typed));
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}
