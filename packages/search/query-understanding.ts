import { mayBeginWithVerb } from './query-emphasis.ts';
import type { Facet } from './query-facets.ts';
import { askingWords, commandWords, isCommon, isOrdinary, openings, personalWords } from './query-words.ts';
import { fillerWords, type Token } from './text.ts';

/** A clause of a query, and its words that were not understood. */
export interface QueryClause {
  text: string;
  understood: boolean;
  missing: string[];
}

/** What was understood of a query. */
export interface Understanding {
  /** By its grammar it asks for people. */
  isRequest: boolean;
  /** Words of years, majors and tracks that are asked for. */
  structured: ReadonlySet<Token>;
  /** Words of what is excluded. */
  excluded: ReadonlySet<Token>;
  /** Words of facets with a concept. */
  named: ReadonlySet<Token>;
  /** Words that are searched for as they are. */
  literal: ReadonlySet<Token>;
  facets: readonly Facet[];
  /** Start and end of conditions in the text. */
  spans: readonly (readonly [number, number])[];
}

const clauseEnd = /[.,;:!?\n]+|\b(?:and|but|plus|who also|with)\b/gi;
const negating =
  /^(?:not|non|no|without|except|excluding|minus|never|lack\w*|avoid\w*|skip\w*|besides|neither|nor|rather|instead|apart|aside|dont|doesnt|isnt|arent|havent|hasnt|cant|cannot|didnt|wont)$/;
const enough = 0.5;

const anyOf = (phrases: Iterable<string>) => `(?:${[...phrases].join('|')})`;
// With one of these words a question or a statement is a request.
const request = `(?:${anyOf(askingWords)}|wants?(?! to))`;
const noRequest = `(?!.*\\b${request}\\b)`;
const toSearch = `${anyOf(commandWords)}\\b`;
// "How deep is the ocean", "my car is red".
const aboutOthers = new RegExp(`^\\s*(?:${anyOf(openings)}|please(?! ${toSearch}))\\b${noRequest}`, 'iu');
// A command to somebody else than the search: "sing me a lullaby", "play some jazz".
const command = new RegExp(
  `^\\s*(?:please )?(?!${toSearch})\\p{L}*(?:ss|[^s\\s]) (?:the|an?|my|your|this|that|some|it|me|us|up|off|out)\\b${noRequest}`,
  'iu',
);

// "Not the designers" and "all but first years" exclude people, "the bread is not fresh" nobody.
const excludesPeople = new RegExp(
  `^\\s*(?:not|no|non|without|excluding|exclude|except|skip|avoid|leave out|all|every|any)\\b|\\b${request}\\b`,
  'iu',
);

// What stands around a skill that is asked for: "knows Rust and C", "good at Rust".
const aroundSkills =
  /^(?:and|or|with|in|at|for|knows?|good|great|strong|skilled|experienced?|experience|experts?|familiar|proficient|interested|uses?|using|builds?|built|building|likes?|loves?|can|has|have|who|ideally|preferably)$/;

const asksForPeople = new RegExp(`\\b${request}\\b`, 'iu');
// "Are you a robot" asks the search itself.
const toSomebody = /^\s*\p{L}+ (?:you|i)\b/iu;

const isContent = (token: Token) =>
  !isOrdinary(token) &&
  !fillerWords.has(token.lower) &&
  !negating.test(token.lower) &&
  token.lower.length > 1;

/** Splits a query at commas and the like. */
function splitParts(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  for (const token of tokens) {
    if (token.breakBefore) parts.push([]);
    parts.at(-1)!.push(token);
  }
  return parts;
}

const isKnown = (token: Token, { structured, excluded, named, literal }: Understanding) =>
  [structured, excluded, named, literal].some((words) => words.has(token));

/** Returns whether a part of a query asks for something known and says nothing else: "knows Rust", not "rust on my bike". */
function asksForSkill(part: readonly Token[], understanding: Understanding): boolean {
  const isPlain = (token: Token) => isKnown(token, understanding) || aroundSkills.test(token.lower);
  return part.some((token) => understanding.named.has(token)) && part.every(isPlain);
}

/** Returns whether a part of a query excludes something known and says nothing else: "never used Java". */
function excludesSomebody(part: readonly Token[], understanding: Understanding): boolean {
  return (
    negating.test(part[0]!.lower) &&
    part.some((token) => understanding.excluded.has(token)) &&
    part.every((token) => isKnown(token, understanding) || !isContent(token))
  );
}

/**
 * Returns whether enough of a query is understood. The less its grammar asks for people, the more of its words must be
 * known.
 */
function isUnderstood(
  text: string,
  tokens: readonly Token[],
  content: readonly Token[],
  understanding: Understanding,
): boolean {
  const { isRequest, structured, excluded, named, literal, facets, spans } = understanding;
  if (spans.length > 0 || structured.size > 0) return true;
  const withConcept = facets.filter(({ concepts }) => concepts.length > 0);
  const isNamed = withConcept.some(({ vague }) => !vague);
  const telling = content.filter((token) => named.has(token) || (literal.has(token) && !isCommon(token)));
  const share = telling.length / Math.max(1, content.length);
  const parts = splitParts(tokens);
  // "Rust, Will Smith" and "Will Smith, Rust" ask for Rust, whatever stands beside it.
  if (parts.length > 1 && isNamed && parts.some((part) => asksForSkill(part, understanding))) return true;
  if (parts.some((part) => excludesSomebody(part, understanding))) return true;
  if (excluded.size > 0 && excludesPeople.test(text)) return true;
  const isForOthers = aboutOthers.test(text) || (!isRequest && command.test(text));
  if (isForOthers) return share === 1 && isNamed && !toSomebody.test(text);
  if (excluded.size > 0 && facets.length > 0) return true;
  const half = share === enough && content.length <= 2;
  const mostKnown =
    (share > enough || half) && (withConcept.length > 0 || facets.some(({ weight }) => weight > enough));
  // "Alters thrift store jackets": somebody who does.
  if (mayBeginWithVerb(text) && isNamed) return true;
  // Words that are only near something prove nothing beside one that is unknown: "fish bicycle moon".
  if (!isRequest && !asksForPeople.test(text)) return mostKnown && (isNamed || share === 1);
  return (
    (isRequest && withConcept.length > 0) ||
    withConcept.some(({ words, vague }) => words.length > (vague ? 2 : 1)) ||
    (mostKnown && (isNamed || share === 1))
  );
}

/**
 * Splits a query into clauses with what was not understood of each. The query as a whole is understood when it has a
 * condition, a name that is not an everyday word, a term of several words, or most of its words.
 */
export function listClauses(
  text: string,
  tokens: readonly Token[],
  understanding: Understanding,
): { clauses: QueryClause[]; understood: boolean } {
  const { spans } = understanding;
  const known = (token: Token) => isKnown(token, understanding);
  const clauses: QueryClause[] = [];
  const content = tokens.filter(isContent);
  const conditions = spans.toSorted((a, b) => a[0] - b[0]);
  let from = 0;
  let [nextToken, nextCondition] = [0, 0];
  const add = (to: number) => {
    const first = nextToken;
    while (nextToken < content.length && content[nextToken]!.start < to) nextToken += 1;
    const own = content.slice(first, nextToken);
    while (nextCondition < conditions.length && conditions[nextCondition]![1] <= from) nextCondition += 1;
    const hasSpan = (conditions[nextCondition]?.[0] ?? to) < to;
    // A common word beside something understood says how, not what.
    const missing = own.filter((token) => !known(token));
    const understood = hasSpan || own.some(known);
    const telling = understood
      ? missing.filter((token) => !isCommon(token) || personalWords.has(token.lower))
      : missing;
    if (own.length === 0 && !hasSpan) return;
    clauses.push({
      text: text.slice(from, to).trim(),
      understood,
      missing: telling.map((token) => text.slice(token.start, token.end)),
    });
  };
  for (const match of text.matchAll(clauseEnd)) {
    add(match.index);
    from = match.index + match[0].length;
  }
  add(text.length);

  const understood = isUnderstood(text, tokens, content, understanding);
  return { clauses: understood ? clauses : clauses.map((clause) => ({ ...clause, understood })), understood };
}
