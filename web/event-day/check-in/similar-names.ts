import { editDistance } from '../../../packages/text/edit-distance.ts';
import { foldText } from '../../../packages/text/fold-text.ts';

// What decomposing a letter does not take apart.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const longestTerm = 60;
const mostWords = 6;

/** Returns the words of a name in lower case without accents. */
function toWords(text: string): string[] {
  const folded = foldText(text.slice(0, longestTerm));
  const plain = /^[a-z ]*$/.test(folded)
    ? folded
    : folded.replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return plain.split(' ').filter(Boolean).slice(0, mostWords);
}

/** Returns how many letters of a word may be wrong. */
const allowance = ({ length }: string) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Returns how many letters are wrong in one of two words; infinity when it is more than `max`. */
function countWrongLetters(a: string, b: string, max: number): number {
  const wrong = editDistance(a, b, max);
  return wrong > max ? Number.POSITIVE_INFINITY : wrong;
}

const digitsOf = (words: readonly string[]) =>
  words
    .join(' ')
    .replace(/[^\p{N}]+/gu, ' ')
    .trim();

/** Returns the wrong letters when each wanted word is a word of the name, or begins one, in any order. */
function compareWords(wanted: readonly string[], name: readonly string[]): number {
  const left = [...name];
  let total = 0;
  for (const word of wanted) {
    let best = Number.POSITIVE_INFINITY;
    let at = -1;
    for (const [index, other] of left.entries()) {
      const wrong = other.startsWith(word) ? 0 : countWrongLetters(word, other, allowance(word));
      if (wrong < best) [best, at] = [wrong, index];
    }
    if (at < 0) return Number.POSITIVE_INFINITY;
    left.splice(at, 1);
    total += best;
  }
  return total;
}

/** Returns the wrong letters of the words without the spaces, from the first name or from the last. */
function compareJoined(wanted: readonly string[], name: readonly string[]): number {
  const joined = wanted.join('');
  const last = name.slice(-1);
  return Math.min(
    ...[name, [...last, ...name.slice(0, -1)]].map((words) =>
      countWrongLetters(joined, words.join(''), allowance(joined)),
    ),
  );
}

/**
 * Returns the people whose name is the term with at most two letters wrong, accents, the order and the spaces of the words
 * left aside; the nearest first, at most `max`. Numbers must be right. Takes time in proportion to the people.
 */
export function findSimilarNames<T extends { name: string }>(
  people: readonly T[],
  term: string,
  max: number,
): T[] {
  const wanted = toWords(term);
  if (wanted.length === 0 || term.includes('@')) return [];
  const digits = digitsOf(wanted);
  const found: { person: T; wrong: number }[] = [];
  for (const person of people) {
    const name = toWords(person.name);
    if (digitsOf(name) !== digits) continue;
    const wrong = Math.min(compareWords(wanted, name), compareJoined(wanted, name));
    if (wrong <= 2) found.push({ person, wrong });
  }
  return found
    .sort((a, b) => a.wrong - b.wrong)
    .slice(0, max)
    .map(({ person }) => person);
}
