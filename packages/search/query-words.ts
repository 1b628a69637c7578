import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stem } from './stem.ts';
import type { Token } from './text.ts';

function readLines(name: string): string[] {
  return readFileSync(path.join(import.meta.dirname, 'vocabulary/words', name), 'utf8')
    .trim()
    .split('\n');
}

const readWords = (name: string): ReadonlySet<string> =>
  new Set(readLines(name).flatMap((line) => line.split(/\s+/)));

/** Words that organizers use around what they ask for; never corrected, and no search terms of their own. */
export const ordinaryWords = readWords('ordinary.txt');

/** Common English words beyond that, which are never misspellings of technical words. */
export const commonWords = readWords('common.txt');

/** Words for what no application tells about a person, though organizers ask for it: "women". */
export const personalWords = readWords('personal.txt');

/** Words that say who is asked for, or that somebody is. */
export const askingWords = readWords('asking.txt');

/** Words that begin a command to the search. */
export const commandWords = readWords('commands.txt');

/** Phrases that begin a question, a greeting or a statement about something else. */
export const openings: readonly string[] = readLines('openings.txt');

const englishStems = readWords('english-stems.txt');
const commonStems = new Set([...commonWords, ...ordinaryWords].filter((word) => word.length > 3).map(stem));
// Derived words: `personally`, `kindness`; a final `e` falls only before a vowel: `lender`, `lovable`, but `management`.
const derived = /(?:ly|ness|ful|less|ments?|(able|ers?|ors?|ish|y))$/;

/** Returns whether a word is one that organizers put around what they ask for. */
export function isOrdinary({ lower, single }: Token): boolean {
  return ordinaryWords.has(lower) || ordinaryWords.has(single);
}

/** Returns whether a word is common English. */
export function isCommon({ lower, single }: Token): boolean {
  return commonWords.has(lower) || commonWords.has(single);
}

/** Returns whether a word is English in any form. */
export function isEnglish({ lower, single, stem: own }: Token): boolean {
  if (commonStems.has(own) || englishStems.has(own)) return true;
  const ending = lower.length > 5 ? derived.exec(lower) : null;
  const root = lower.slice(0, ending?.index);
  return [lower, single, own, root, ...(ending?.[1] ? [`${root}e`] : [])].some(
    (word) => ordinaryWords.has(word) || commonWords.has(word),
  );
}
