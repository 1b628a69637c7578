/** Optimal string alignment distance (insert, delete, replace, swap neighbours), given up above `max`. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, before[j - 2]! + 1);
      next[j] = value;
      least = Math.min(least, value);
    }
    if (least > max) return max + 1;
    before = row;
    row = next;
  }
  return row[b.length]!;
}

const phonetic = (word: string) => word.replaceAll('ph', 'f');

/** Known words, sorted by first letter and length, so that only those that could be meant are compared. */
export class SpellingDictionary {
  #shelves = new Map<string, string[]>();
  #held = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < 3 || this.#held.has(word)) continue;
      this.#held.add(word);
      const key = `${word[0]}${word.length}`;
      const shelf = this.#shelves.get(key);
      if (shelf) shelf.push(word);
      else this.#shelves.set(key, [word]);
    }
  }

  /** The words that begin with one of the letters and differ in length by at most `spread`. */
  *near(letters: Iterable<string>, length: number, spread: number): Generator<string> {
    for (const letter of new Set(letters))
      for (let size = length - spread; size <= length + spread; size++)
        yield* this.#shelves.get(`${letter}${size}`) ?? [];
  }
}

/**
 * The known word that an unknown one was meant to be: the same first letter (or the first two swapped), one mistake up
 * to seven letters, two above. `weight` says how common a candidate is; undefined when nothing is near enough.
 */
export function correctSpelling(
  word: string,
  books: readonly SpellingDictionary[],
  weight: (word: string) => number,
): string | undefined {
  if (word.length < 4 || /\d/.test(word)) return undefined;
  const max = word.length <= 7 ? 1 : 2;
  const heard = phonetic(word);
  let best: { word: string; distance: number; weight: number } | undefined;
  const letters = [word[0]!, word[1]!, heard[0]!, ...(heard[0] === 'f' ? ['p'] : [])];
  for (const candidate of books.flatMap((book) => [...book.near(letters, word.length, max)])) {
    const sameStart =
      candidate[0] === word[0] ||
      (candidate[0] === word[1] && candidate[1] === word[0]) ||
      phonetic(candidate)[0] === heard[0];
    if (!sameStart) continue;
    const distance = Math.min(
      editDistance(word, candidate, max),
      editDistance(heard, phonetic(candidate), max),
    );
    if (distance > max) continue;
    const heavy = weight(candidate);
    if (!best || distance < best.distance || (distance === best.distance && heavy > best.weight))
      best = { word: candidate, distance, weight: heavy };
  }
  return best?.word;
}
