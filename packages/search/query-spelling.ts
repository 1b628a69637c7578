import { majorVocabulary } from './majors.ts';
import { commonWords, isEnglish, ordinaryWords } from './query-words.ts';
import { correctSpelling, SpellingDictionary } from './spelling.ts';
import { stem } from './stem.ts';
import { type Token, tokenize } from './text.ts';
import type { Thesaurus } from './thesaurus.ts';

export interface Correction {
  from: string;
  to: string;
}

/** The known words: of the thesaurus, of English, and of the applications. */
export interface Lexicon {
  thesaurus: Thesaurus;
  frequency: (stem: string) => number;
  /** Words of the applicants' and the tracks' names, in lower case: never corrected. */
  names: { has: (word: string) => boolean };
  /** Words of the applications that are common enough to be a correction. */
  corpusWords: SpellingDictionary;
  /** Whether an unknown word distinguishes applicants: some use it, most do not. */
  isSpecific: (token: Token) => boolean;
}

const enoughToBeAWord = 6;
// A shorter word is near to many that applicants use.
const longEnough = 6;
const termWeight = 10;
// A word of fewer terms is hardly what somebody means who writes four letters.
const enoughTerms = 3;
/** Returns how likely a word that stands in some terms is meant: from 4, and more with their number. */
const rateTermWord = (terms: number): number => (terms === 0 ? 0 : 4 + Math.min(1.9, Math.log10(terms)));
const structure = new Set(
  'freshman freshmen sophomore sophomores junior juniors senior seniors undergraduate undergraduates graduate graduates masters doctoral doctorate btech mtech bachelor bachelors second third fourth fifth final grad phd mba msc hackathon hackathons track tracks'.split(
    ' ',
  ),
);

// Parts of a joined word. Trying all of them takes the square of its length.
const shortestPart = 3;
const longestJoined = 40;

const dictionaries = new WeakMap<Thesaurus, SpellingDictionary>();

function dictionaryOf(thesaurus: Thesaurus): SpellingDictionary {
  const known = dictionaries.get(thesaurus);
  if (known) return known;
  const dictionary = new SpellingDictionary([
    ...thesaurus.spellings,
    ...majorVocabulary,
    ...structure,
    ...ordinaryWords,
    ...commonWords,
  ]);
  dictionaries.set(thesaurus, dictionary);
  return dictionary;
}

const singleLetters = (word: string) => word.replace(/([^l])\1+|e$/g, '$1');
const bySingleLetters = new WeakMap<Thesaurus, Map<string, string>>();

/**
 * Returns whether a term has the same word with a letter more or less doubled, or with a last `e`: `embeded`, `climat`.
 * Both are right with `l`: `labeled`.
 */
function isDoubledOtherwise({ lower, single, stem: own }: Token, thesaurus: Thesaurus): boolean {
  const { spellings } = thesaurus;
  if (spellings.has(lower) || spellings.has(single)) return false;
  const words =
    bySingleLetters.get(thesaurus) ?? new Map([...spellings].map((word) => [singleLetters(word), word]));
  bySingleLetters.set(thesaurus, words);
  const written = words.get(singleLetters(lower));
  return written !== undefined && written.length >= longEnough && stem(written) === own;
}

// Capitals are meant as they are: EECS, SWE.
const acronym = /^\p{Lu}{2,5}$/u;

function isKnown(token: Token, lexicon: Lexicon): boolean {
  const { raw, lower, single, stem: own } = token;
  const { thesaurus, names, frequency } = lexicon;
  if (acronym.test(raw) || names.has(lower)) return true;
  if (isDoubledOtherwise(token, thesaurus)) return false;
  if (isEnglish(token) || frequency(own) >= enoughToBeAWord) return true;
  return [lower, single, own].some(
    (word) => structure.has(word) || majorVocabulary.has(word) || thesaurus.vocabulary.has(word),
  );
}

/**
 * Returns whether a correction may be what was meant. An English word that only applicants use hardly is ("Ahmed" is not
 * "armed"), and a word of four letters with another letter is as near to many.
 */
function isPlausible(
  { lower: word, raw }: Token,
  to: string,
  { thesaurus }: Lexicon,
  makesTerm: boolean,
): boolean {
  // A short word in capitals is rather a name.
  if (/^\p{Lu}/u.test(raw) && word.length <= longEnough && tokenize(to).every(isEnglish)) return false;
  if (makesTerm) return true;
  if (word.length === 4 && to.length === 4 && [...word].sort().join('') !== [...to].sort().join(''))
    return false;
  const terms = thesaurus.vocabulary.get(to) ?? 0;
  if (word.length === 4 && terms > 0 && terms < enoughTerms) return false;
  const programWord =
    terms > 0 || majorVocabulary.has(to) || structure.has(to) || ordinaryWords.has(to) || commonWords.has(to);
  return programWord || (word.length >= longEnough && tokenize(to).every((token) => !isEnglish(token)));
}

/** Returns whether two words follow each other in a term: "computer vision". */
function isInTerm(before: string | undefined, after: string | undefined, { terms }: Thesaurus): boolean {
  if (before === undefined || after === undefined) return false;
  return terms.next.get(before)?.next.get(after) !== undefined;
}

/** Returns the words of a term that are written as one: "machinelearning". */
function splitJoined(word: string, { vocabulary, terms }: Thesaurus): string | undefined {
  if (word.length > longestJoined) return undefined;
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    if (!vocabulary.has(left) || !vocabulary.has(right)) continue;
    if (terms.next.get(stem(left))?.next.has(stem(right))) return `${left} ${right}`;
  }
  return undefined;
}

/** Replaces unknown words by the closest known word, of equally close ones by that which makes a term with its neighbor. */
export function correctTokens(
  tokens: Token[],
  lexicon: Lexicon,
): { tokens: Token[]; corrections: Correction[] } {
  const corrections: Correction[] = [];
  const corrected: Token[] = [];
  const { thesaurus } = lexicon;
  const makesTerm = (word: string, at: number) =>
    isInTerm(corrected.at(-2)?.stem, stem(word), thesaurus) ||
    isInTerm(stem(word), tokens[at + 1]?.stem, thesaurus);
  const weigh = (word: string, at: number) =>
    (makesTerm(word, at) ? termWeight : 0) + rateTermWord(thesaurus.vocabulary.get(word) ?? 0);
  const meant = new Map<string, string | undefined>();
  for (const [at, token] of tokens.entries()) {
    corrected.push(token);
    if (isKnown(token, lexicon)) continue;
    const place = [corrected.at(-2)?.lower, token.lower, tokens[at + 1]?.lower].join(' ');
    if (!meant.has(place))
      meant.set(
        place,
        splitJoined(token.lower, thesaurus) ??
          correctSpelling(token.lower, [dictionaryOf(thesaurus), lexicon.corpusWords], (word) =>
            weigh(word, at),
          ),
      );
    const to = meant.get(place);
    if (!to || (!to.includes(' ') && !isPlausible(token, to, lexicon, makesTerm(to, at)))) continue;
    corrections.push({ from: token.raw, to });
    const { start, end, breakBefore } = token;
    const [first, ...others] = tokenize(to).map((word) => ({ ...word, start, end }));
    corrected.splice(-1, 1, { ...first!, breakBefore }, ...others);
  }
  return { tokens: corrected, corrections };
}
