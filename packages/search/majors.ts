import { readFileSync } from 'node:fs';
import path from 'node:path';
import { editDistance } from '../text/edit-distance.ts';
import { findMentions } from './find-mentions.ts';
import { type Token, tokenize } from './text.ts';
import { compileThesaurus } from './thesaurus.ts';

const text = readFileSync(path.join(import.meta.dirname, 'vocabulary', 'majors.txt'), 'utf8');
const thesaurus = compileThesaurus(text);

/** All known fields of study. */
export const majors = thesaurus.concepts;

/** All names, the longest first. */
export const majorNames = text
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => line.split('|')[4]?.split(';') ?? [])
  .map((name) => name.trim())
  .sort((a, b) => b.length - a.length);

const names = new Set(majorNames.map((name) => name.toLowerCase()));

/** Finds majors by name; the longest name wins. One name can stand for two, such as EECS; "State" is not "stats". */
export const findMajors = (tokens: readonly Token[]) =>
  findMentions(tokens, thesaurus).filter(({ from, to }) => {
    const { lower, single } = tokens[from]!;
    return to - from > 1 || names.has(lower) || names.has(single);
  });

const noise = new Set(
  'b.s. b.a. bs ba bsc beng ms msc ma phd of in and the bachelor master science arts degree major student program double dual minor honor studies with'.split(
    ' ',
  ),
);

/** Returns the majors that a free-text field names, also misspelled; empty when none is known. */
export function listMajorsOfField(field: string): number[] {
  const tokens = tokenize(field);
  const exact = findMajors(tokens);
  const words = tokens.map(({ single }) => single);
  const covered = new Set(exact.flatMap(({ from, to }) => words.slice(from, to)));
  const meant = words.filter((word) => !noise.has(word)).join(' ');
  // "Mechancial Engineering" names engineering exactly, but is a misspelling.
  const complete = words.every((word) => covered.has(word) || noise.has(word));
  const close =
    !complete && meant.length >= 5
      ? majorNames.find((name) => editDistance(meant, name.toLowerCase(), 2) <= (meant.length > 9 ? 2 : 1))
      : undefined;
  const found = close ? findMajors(tokenize(close)) : exact;
  return [...new Set(found.map(({ concept }) => concept))];
}

const isNear = (one: number, other: number): boolean => majors[one]!.related.includes(other);

/** Rates a person's majors against a requested one: 1 the same, 0.4 a neighbor, 0 neither. */
export function rateMajor(own: readonly number[], asked: number): number {
  if (own.includes(asked)) return 1;
  return own.some((major) => isNear(major, asked) || isNear(asked, major)) ? 0.4 : 0;
}
