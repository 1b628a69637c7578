/** Says how much a position of a query weighs. */
export type Emphasis = (position: number) => number;

const background = 0.5;
const desirable = 0.75;

const sentence = /[^.!?;\n]+/g;
const clause = /[^,:]+/g;
const asks =
  /\b(?:who|whom|whose|somebody|someone|anyone|anybody|people|persons?|students?|participants?|applicants?|hackers?|folks|find|needs?|looking|list|show|should|must|invite|they|seniors?|juniors?|sophomores?|fresh(?:man|men))\b/i;
const reason = /\b(?:because|since|so that|as (?:the|our|we|they))\b/i;
const wished =
  /\b(?:ideally|preferably|bonus|optional(?:ly)?|nice|be a plus|if possible|even better|great if|welcome|would (?:also )?(?:be (?:good|great|perfect)|help|save))\b/i;
const indifferent =
  /\b(?:(?:does|do|did|would)(?: not|n't|nt) (?:really )?(?:matter|mind|care)|no matter|regardless|never mind)\b/i;

/** Returns the query without the clauses that ask for nothing ("it does not matter which year"), positions unchanged. */
export function blankIndifference(text: string): string {
  return text.replace(/[^.!?;,:\n]+/g, (part) => (indifferent.test(part) ? ','.padEnd(part.length) : part));
}

/**
 * Returns how much each position of a query weighs: sentences before the first that asks for somebody, and reasons
 * are background; what would be nice weighs less than what is needed.
 */
export function findEmphasis(text: string): Emphasis {
  const sentences = [...text.matchAll(sentence)];
  const firstAsking = sentences.findIndex(([part]) => asks.test(part));
  const spans: { from: number; to: number; weight: number }[] = [];
  for (const [at, { 0: part, index }] of sentences.entries()) {
    if (at < firstAsking) spans.push({ from: index, to: index + part.length, weight: background });
    for (const piece of part.matchAll(clause)) {
      const from = index + piece.index;
      const to = from + piece[0].length;
      const why = piece[0].search(reason);
      if (why >= 0) spans.push({ from: from + why, to, weight: background });
      if (wished.test(piece[0])) spans.push({ from, to, weight: desirable });
    }
  }
  return (position) =>
    Math.min(
      1,
      ...spans.filter(({ from, to }) => position >= from && position < to).map(({ weight }) => weight),
    );
}

const people =
  '(?:people|persons?|folks|those|(?:the )?ones?|somebody|someone|anybody|anyone|everyone|students?|participants?|applicants?|hackers?)';
const request = new RegExp(
  [
    `\\b${people} (?:who|that|with|able|good|whose)\\b`,
    // "Can get strangers to buy", but not "can penguins fly"; "who runs", but not "who let".
    '(?:^\\s*|[,.;:!?\\n] ?)(?:who )?(?:can|could|able to|knows how to|likes? to|loves? to|is able to) (?!you\\b|we\\b|i\\b|it\\b)\\p{L}+(?<!s) ',
    '(?:^\\s*|[,.;:!?\\n] ?)(?:who )?\\p{L}+[^s]s (?:an?|the|their|our|us|my|what|how|when|where|other|people|things?|stuff|code|part|\\p{L}+ing)\\b',
  ].join('|'),
  'iu',
);

const otherThanObject =
  'are|is|was|were|have|had|has|will|can|could|do|did|does|should|must|may|of|for|and|or|in|on|at|to|that|who|than|over|by|as|but|not|only|here|there|now';
const verbFirst = new RegExp(`^\\s*\\p{L}+[^s]s (?!(?:${otherThanObject})\\b)\\p{L}+ `, 'iu');

/** Returns whether a query may begin with what somebody does, as "fixes old radios" does; "curtains fade quickly" does too. */
export const mayBeginWithVerb = (text: string): boolean => verbFirst.test(text);

/** Returns whether a query asks for people by its grammar: "folks who …", "can …", "runs a …". */
export const isRequestForPeople = (text: string): boolean => request.test(text);

const wish =
  /\b(?:(?:want(?:s|ing)?|wish(?:es|ing)?|hop(?:e|es|ing)|would (?:like|love)|eager|keen|excited)(?: to)? (?:learn|pick up)|interested in learning)\b/gi;
const wishEnd =
  /[,.;:!?\n]|\b(?:but|who|and (?:knows?|has|have|can|is|are|does|did|builds?|built|uses?|used))\b/i;

/** A part of a query that says what people are to want to learn, and its words up to there: "wants to learn". */
interface Wish {
  from: number;
  cueEnd: number;
  to: number;
}

/** Returns the wishes of a query that people are to have: "wants to learn Rust" asks for no one who knows it. */
export function findWishes(text: string): Wish[] {
  return [...text.matchAll(wish)].flatMap(({ 0: cue, index: from }) => {
    const cueEnd = from + cue.length;
    const length = text.slice(cueEnd).search(wishEnd);
    const to = length < 0 ? text.length : cueEnd + length;
    return /\p{L}/u.test(text.slice(cueEnd, to)) ? [{ from, cueEnd, to }] : [];
  });
}
