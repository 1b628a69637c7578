// The space for a name on a badge, in millimeters, and how wide a letter of the display type is for its size.
const space = { width: 47, height: 27 };
const letterWidth = 0.56;
const line = 1.08;
const sizes = { largest: 9, smallest: 3.5, step: 0.5 };

/** How wide a word is, in letters; Chinese, Japanese and Korean ones fill a square. */
export function measureWord(word: string): number {
  return [...word].reduce((sum, one) => sum + (one >= '\u1100' ? 1 / letterWidth : 1), 0);
}

/** How many lines words of these widths take when a line holds so many letters. */
function lines(words: number[], perLine: number): number {
  let count = 1;
  let used = 0;
  for (const length of words) {
    if (used > 0 && used + 1 + length > perLine) {
      count += 1;
      used = 0;
    }
    used += length + (used > 0 ? 1 : 0);
  }
  return count;
}

/** How large a name is printed, in millimeters: as large as it fits, its words whole. */
export function computeNameSize(name: string): number {
  // Browsers break lines after a hyphen too.
  const words = name.split(/\s+|(?<=-)/).map(measureWord);
  const longest = Math.max(...words);
  for (let size = sizes.largest; size > sizes.smallest; size -= sizes.step) {
    const perLine = Math.floor(space.width / (letterWidth * size));
    if (longest <= perLine && lines(words, perLine) * line * size <= space.height) return size;
  }
  return sizes.smallest;
}
