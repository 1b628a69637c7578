import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import { phonetic } from './spelling.ts';

// Shorter names are too much like other words.
const shortest = 5;
/** What stands around a name in a question: "whose last name is", "the application of Dr.". */
const aboutNames =
  /\b(?:(?:whose|the|with|first|last|family|given) )*(?:sur|last)?names?(?: (?:is|are|of|like))?\b|\b(?:named|called|mrs?|ms|miss|dr|prof(?:essor)?|applications?|profile|brothers?|sisters?|siblings|twins?|cousins?|family|father|mother|son|daughter)\b/gi;

const nobody: ReadonlySet<number> = new Set();

/** Returns the words of a name, folded. */
export const wordsOfName = (name: string): string[] =>
  foldText(name)
    .replace(/['’](?:s\b)?/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);

/** Returns the words of a question that may be names. */
export const listNames = (text: string): string[] => wordsOfName(text.replace(aboutNames, ' '));

/** A name by its sound, as it may be written in another language: "Kowalczyk" and "Kovalchik". Vowels are alike. */
const soundOfName = (name: string): string =>
  phonetic(name)
    .replaceAll('w', 'v')
    .replace(/t?s?ch|cz|tz/g, 'c')
    .replace(/sz|sh/g, 's')
    .replace(/ck|q/g, 'k')
    .replace(/[aeiouyj]/g, 'a')
    .replace(/(.)\1+/g, '$1');

/** The names of applicants, who are numbered as in the index of words. */
export class NameIndex {
  #byWord = new Map<string, Set<number>>();

  add(applicant: number, name: string): void {
    for (const word of wordsOfName(name)) {
      const known = this.#byWord.get(word);
      if (known) known.add(applicant);
      else this.#byWord.set(word, new Set([applicant]));
    }
  }

  remove(applicant: number, name: string): void {
    for (const word of wordsOfName(name)) {
      const known = this.#byWord.get(word);
      known?.delete(applicant);
      if (known?.size === 0) this.#byWord.delete(word);
    }
  }

  /** Returns the applicants with a word in their name. */
  find(word: string): ReadonlySet<number> {
    return this.#byWord.get(word) ?? nobody;
  }

  /** Lists the names that differ from a word by a letter, then those that sound the same. */
  listAlike(word: string): string[] {
    if (word.length < shortest) return [];
    const names = [...this.#byWord.keys()].filter((name) => name.length >= shortest);
    return [
      ...names.filter((name) => name[0] === word[0] && editDistance(word, name, 1) === 1),
      ...names.filter((name) => soundOfName(name) === soundOfName(word)),
    ];
  }

  /** Returns the applicants whose name a text is; `findWriters` returns those who wrote a word. */
  findNamed(text: string, findWriters: (word: string) => readonly number[]): number[] {
    const words = listNames(text);
    if (words.length === 0) return [];
    // "Rust Delgado, which size": two names of one person.
    for (const [at, word] of words.entries()) {
      const next = this.find(words[at + 1] ?? '');
      const both = [...this.find(word)].filter((applicant) => next.has(applicant));
      if (both.length === 1) return both;
    }
    if (words.length > 4) return [];
    // "Shivon O'Keeffe": who asks may not know how the other name is written.
    const sure = words.find((word) => word.length >= shortest && this.find(word).size === 1);
    if (sure) {
      const [applicant] = this.find(sure);
      // "Wojtek" is what Wojciech calls himself, and nobody else writes it.
      const isOwn = (word: string) => findWriters(word).every((writer) => writer === applicant);
      return words.every((word) => this.find(word).has(applicant!) || isOwn(word)) ? [applicant!] : [];
    }
    const [first, ...others] = words.map((word) => this.find(word));
    return [...first!].filter((applicant) => others.every((other) => other.has(applicant)));
  }
}
