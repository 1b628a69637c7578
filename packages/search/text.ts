import { normalizeUnicode } from '../text/fold-text.ts';
import { stem, toSingular } from './stem.ts';

const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Is the first line of the text of a resume that also has text that nobody can see. */
export const hiddenTextMark = '\u0001';
const spacedLetters = /(?<![\p{L}\p{N}])(?:(?:\p{Lu} ){2,}\p{Lu}|(?:\p{L} ){4,}\p{L})(?![\p{L}\p{N}])/gu;

/** Normalizes text: NFKC, without invisible characters, with spaced headings and words broken at line ends joined. */
export function normalizeText(text: string): string {
  return normalizeUnicode(text, 'NFKC')
    .replace(invisible, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\u2010\u2011\u2043]/g, '-')
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, '$1$2')
    .replace(spacedLetters, (letters) => letters.replaceAll(' ', ''))
    .replace(/[^\S\n]+/g, ' ');
}

/** One word of a text: as written, in lower case, without plural, without inflection. */
export interface Token {
  raw: string;
  lower: string;
  single: string;
  stem: string;
  /** The word's position in its text. */
  start: number;
  end: number;
  /** A comma, period, bracket or line end precedes it: no term spans it. */
  breakBefore: boolean;
}

const word = /\.net\b|c\+\+|c#|f#|[\p{L}\p{N}]+(?:'[\p{L}]+)?[+#]*/giu;
// A dot, slash or hyphen inside a word joins its parts; these end a clause.
const clauseEnd = /[,;:!?()[\]{}|•·–—\n\t*►▪◦]|\.(?=\s|$)| - /;

/** Splits a text into words. `Node.js`, `UI/UX` and `front-end` become two words without a break between them. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let last = 0;
  for (const match of text.matchAll(word)) {
    const raw = match[0].endsWith("'s") ? match[0].slice(0, -2) : match[0];
    const lower = raw.toLowerCase().replaceAll("'", '');
    const breakBefore = tokens.length === 0 || clauseEnd.test(text.slice(last, match.index));
    tokens.push({
      raw,
      lower,
      single: toSingular(lower),
      stem: stem(lower),
      start: match.index,
      end: match.index + match[0].length,
      breakBefore,
    });
    last = match.index + match[0].length;
  }
  return tokens;
}

/** Words without a meaning of their own between the words of a term. */
export const fillerWords = new Set(
  'a an the of for to in on at with and my our your their his her its some any this that into onto from by own new several various different small simple few lots many more most basic own custom full real'.split(
    ' ',
  ),
);

/** Words that join two things that are asked for. */
export const joiningWords = new Set(['and', 'with', 'for', 'plus', 'but', 'who']);
