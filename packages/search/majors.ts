import { readFileSync } from 'node:fs';
import path from 'node:path';
import { editDistance } from '../text/edit-distance.ts';
import { tokenize } from './text.ts';

/** A field of study with its neighbors as positions in the list. */
interface Major {
  id: string;
  label: string;
  near: Set<number>;
}

const rows = readFileSync(path.join(import.meta.dirname, 'vocabulary', 'majors.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'));

/** All known fields of study. */
export const majors: Major[] = rows.map(([id = '', label = '']) => ({ id, label, near: new Set() }));
const position = new Map(majors.map((major, at) => [major.id, at]));

/** A name of a major. */
interface Name {
  written: string;
  words: string[];
  major: number;
}
const names: Name[] = [];
for (const [at, [, label = '', near = '', aliases = '']] of rows.entries()) {
  for (const id of near.split(',').filter(Boolean)) {
    const other = position.get(id);
    if (other === undefined) throw new Error(`majors: no major named ${id}`);
    majors[at]!.near.add(other);
    majors[other]!.near.add(at);
  }
  for (const written of [label, ...aliases.split(';')].map((alias) => alias.trim()).filter(Boolean))
    names.push({
      written,
      words: tokenize(written).map((token) => token.single),
      major: at,
    });
}
/** All names, the longest first. */
export const majorNames = names.map(({ written }) => written).sort((a, b) => b.length - a.length);
const byFirstWord = Map.groupBy(names, (name) => name.words[0]!);

interface MajorFound {
  major: number;
  from: number;
  to: number;
}

/** Finds majors by name; the longest name wins. */
export function findMajors(words: readonly string[]): MajorFound[] {
  const found: MajorFound[] = [];
  for (let at = 0; at < words.length; ) {
    const matching = (byFirstWord.get(words[at]!) ?? []).filter((name) =>
      name.words.every((word, offset) => words[at + offset] === word),
    );
    const length = Math.max(0, ...matching.map((name) => name.words.length));
    // One name can stand for two, such as EECS.
    for (const { major } of matching.filter((name) => name.words.length === length))
      found.push({ major, from: at, to: at + length });
    at += Math.max(1, length);
  }
  return found;
}

const noise = new Set(
  'b.s. b.a. bs ba bsc beng ms msc ma phd of in and the bachelor master science arts degree major student program double dual minor honor studies with'.split(
    ' ',
  ),
);

/** Returns the majors that a free-text field names, also misspelled; empty when none is known. */
export function listMajorsOfField(field: string): number[] {
  const words = tokenize(field).map((token) => token.single);
  const exact = findMajors(words);
  const covered = new Set(exact.flatMap(({ from, to }) => words.slice(from, to)));
  const meant = words.filter((word) => !noise.has(word)).join(' ');
  // "Mechancial Engineering" names engineering exactly, but is a misspelling.
  const complete = words.every((word) => covered.has(word) || noise.has(word));
  const close =
    !complete && meant.length >= 5
      ? names.find((name) => editDistance(meant, name.words.join(' '), 2) <= (meant.length > 9 ? 2 : 1))
      : undefined;
  return close ? [close.major] : [...new Set(exact.map((hit) => hit.major))];
}

/** Rates a person's majors against a requested one: 1 the same, 0.4 a neighbor, 0 neither. */
export function rateMajor(own: readonly number[], asked: number): number {
  if (own.includes(asked)) return 1;
  return own.some((major) => majors[major]!.near.has(asked)) ? 0.4 : 0;
}
