import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stem } from './stem.ts';
import type { Token } from './text.ts';

const readWords = (name: string): ReadonlySet<string> =>
  new Set(
    readFileSync(path.join(import.meta.dirname, 'vocabulary/words', name), 'utf8')
      .replaceAll("'", '')
      .trim()
      .split(/\s+/),
  );

/** Words that organizers use around what they ask for; never corrected, and no search terms of their own. */
const ordinaryWords = readWords('ordinary.txt');

/** Common English words beyond that, which are never misspellings of technical words. */
const commonWords = readWords('common.txt');

/** Words for what no application tells about a person, though organizers ask for it: "women", "motivated". */
export const personalWords = readWords('personal.txt');

/** What a person is like, which nobody's own words show: "motivated". */
export const personalTraits = readWords('traits.txt');

export const isOrdinary = ({ lower, single }: Pick<Token, 'lower' | 'single'>): boolean =>
  ordinaryWords.has(lower) || ordinaryWords.has(single);

const commonStems = new Set([...commonWords, ...ordinaryWords].filter((word) => word.length > 2).map(stem));

/** Returns whether a word is common English, in any form. */
export const isCommon = ({ lower, single, stem }: Pick<Token, 'lower' | 'single' | 'stem'>): boolean =>
  commonWords.has(lower) || commonWords.has(single) || commonStems.has(stem);

/** Returns whether a word is common English as it is written, plurals included. */
export const isCommonForm = ({ lower, single }: Pick<Token, 'lower' | 'single'>): boolean =>
  commonWords.has(lower) || commonWords.has(single);

/** Returns whether a stem is one of common English. */
export const isCommonStem = (stem: string): boolean => commonStems.has(stem);

let english: ReadonlySet<string> | undefined;

/** Returns whether a word is one of the 22,000 that the embedding model reads whole: misspelled words are not among them. */
export function isEnglish(word: string): boolean {
  english ??= new Set(
    Object.keys(
      JSON.parse(readFileSync(path.join(import.meta.dirname, '../embedding/model/tokenizer.json'), 'utf8'))
        .model.vocab,
    ),
  );
  return english.has(word);
}
