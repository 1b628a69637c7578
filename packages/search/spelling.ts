import { editDistance } from '../text/edit-distance.ts';

const phonetic = (word: string) => word.replaceAll('ph', 'f');
/** A word by its sound: vowels are alike, double letters are one. */
const sound = (word: string) =>
  phonetic(word)
    .replace(/[aeiouy]/g, 'a')
    .replace(/(.)\1+/g, '$1');

/** A name by its sound, as it may be written in another language: "Kowalczyk" and "Kovalchik". */
export const soundOfName = (name: string): string =>
  sound(
    name
      .replaceAll('w', 'v')
      .replace(/t?s?ch|cz|tz/g, 'c')
      .replace(/sz|sh/g, 's')
      .replace(/ck|q/g, 'k')
      .replaceAll('j', 'y'),
  );

// The rest of a shorter word is in too many others.
const shortestRest = 6;

const sortLetters = (word: string) => [...word].sort().join('');

/** Known words by first letter and length, so that only plausible candidates are compared. */
export class SpellingDictionary {
  #byStart = new Map<string, string[]>();
  #byRest = new Map<string, string[]>();
  #known = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < 3 || this.#known.has(word)) continue;
      this.#known.add(word);
      const key = `${word[0]}${word.length}`;
      const words = this.#byStart.get(key);
      if (words) words.push(word);
      else this.#byStart.set(key, [word]);
      const rest = word.slice(1);
      if (rest.length >= shortestRest) this.#byRest.set(rest, [...(this.#byRest.get(rest) ?? []), word]);
    }
  }

  /** The words that differ in the first letter only, by another or a missing one. */
  withOtherStart(word: string): readonly string[] {
    return [word, word.slice(1)].flatMap((rest) => this.#byRest.get(rest) ?? []);
  }

  /** The words that begin with one of the letters and differ in length by at most `spread`. */
  *near(letters: Iterable<string>, length: number, spread: number): Generator<string> {
    for (const letter of new Set(letters))
      for (let size = length - spread; size <= length + spread; size++)
        yield* this.#byStart.get(`${letter}${size}`) ?? [];
  }
}

/**
 * Returns the known word closest to an unknown one: the same first letter (or the first two swapped), one mistake up to
 * seven letters, two above. `weight` is how common a candidate is. Returns undefined when nothing is close enough.
 */
export function correctSpelling(
  word: string,
  dictionaries: readonly SpellingDictionary[],
  weight: (word: string) => number,
): string | undefined {
  if (word.length < 4 || /\d/.test(word)) return undefined;
  const max = word.length <= 7 ? 1 : 2;
  const phonetics = phonetic(word);
  let best: { word: string; distance: number; weight: number } | undefined;
  const letters = [word[0]!, word[1]!, phonetics[0]!, ...(phonetics[0] === 'f' ? ['p'] : [])];
  for (const candidate of dictionaries.flatMap((dictionary) => [
    ...dictionary.near(letters, word.length, max),
  ])) {
    const sameStart =
      candidate[0] === word[0] ||
      (candidate[0] === word[1] && candidate[1] === word[0]) ||
      phonetic(candidate)[0] === phonetics[0];
    if (!sameStart || candidate.length < 4) continue;
    const distance = Math.min(
      editDistance(word, candidate, max),
      editDistance(phonetics, phonetic(candidate), max),
    );
    if (distance > max) continue;
    // Among equally near words, the same letters or sound win, then the longer one: people leave letters out.
    const isAlike = sortLetters(candidate) === sortLetters(word) || sound(candidate) === sound(word);
    const candidateWeight = weight(candidate) + (isAlike ? 8 : 0) + (candidate.length > word.length ? 1 : 0);
    if (!best || distance < best.distance || (distance === best.distance && candidateWeight > best.weight))
      best = { word: candidate, distance, weight: candidateWeight };
  }
  if (best?.distance === 1) return best.word;
  const others = dictionaries.flatMap((dictionary) => dictionary.withOtherStart(word));
  return others.sort((a, b) => weight(b) - weight(a))[0] ?? best?.word;
}
