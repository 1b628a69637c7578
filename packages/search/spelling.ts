import { editDistance } from '../text/edit-distance.ts';
import { stem } from './stem.ts';

/** Returns a word with "ph" written as it sounds. */
export const phonetic = (word: string) => word.replaceAll('ph', 'f');

/** Known words by first letter and length, so that only plausible candidates are compared. */
export class SpellingDictionary {
  #byStart = new Map<string, string[]>();
  #known = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < 3 || this.#known.has(word)) continue;
      this.#known.add(word);
      const key = `${word[0]}${word.length}`;
      const words = this.#byStart.get(key);
      if (words) words.push(word);
      else this.#byStart.set(key, [word]);
    }
  }

  /** The words that begin with one of the letters and differ in length by at most `spread`. */
  *near(letters: Iterable<string>, length: number, spread: number): Generator<string> {
    for (const letter of new Set(letters))
      for (let size = length - spread; size <= length + spread; size++)
        yield* this.#byStart.get(`${letter}${size}`) ?? [];
  }
}

/**
 * Returns the known word closest to an unknown one, with the same first letter or sound: one mistake up to seven letters,
 * two above. `weight` is how common a candidate is. Returns undefined when nothing is close enough.
 */
export function correctSpelling(
  word: string,
  dictionary: SpellingDictionary,
  weight: (word: string) => number,
): string | undefined {
  if (word.length < 4 || /\d/.test(word)) return undefined;
  const max = word.length <= 7 ? 1 : 2;
  const phonetics = phonetic(word);
  let best: { word: string; distance: number; weight: number } | undefined;
  // Applicants' words are known by their stems: "midwfe" is near to "midwif".
  const root = stem(word);
  const letters = [word[0]!, phonetics[0]!, ...(phonetics[0] === 'f' ? ['p'] : [])];
  for (const candidate of dictionary.near(letters, word.length, max)) {
    if (candidate === word || candidate.length < 4) continue;
    const distance = Math.min(
      editDistance(word, candidate, max),
      editDistance(phonetics, phonetic(candidate), max),
    );
    const ofRoot = editDistance(root, candidate, max);
    if (Math.min(distance, ofRoot) > max) continue;
    // Among equally near words the longer one wins: people leave letters out.
    const candidateWeight = weight(candidate) + (candidate.length > word.length ? 1 : 0);
    const found =
      ofRoot < distance
        ? { word: candidate + word.slice(root.length), distance: ofRoot }
        : { word: candidate, distance };
    if (
      !best ||
      found.distance < best.distance ||
      (found.distance === best.distance && candidateWeight > best.weight)
    )
      best = { ...found, weight: candidateWeight };
  }
  return best?.word;
}
