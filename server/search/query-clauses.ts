import { isCommon, isEnglish, isOrdinary } from './query-words.ts';
import { fillerWords, type Token } from './text.ts';

/** A clause of a query, and its words that were not understood. */
export interface QueryClause {
  text: string;
  understood: boolean;
  missing: string[];
}

/** What was understood of a query. */
export interface Understanding {
  /** Words of years, majors, tracks and exclusions. */
  structured: ReadonlySet<Token>;
  /** Words of facets with a concept. */
  named: ReadonlySet<Token>;
  /** Words that are searched for as they are. */
  literal: ReadonlySet<Token>;
  facets: readonly { concepts: number[]; words: string[]; weight: number }[];
  /** Start and end of conditions in the text. */
  spans: readonly (readonly [number, number])[];
}

const clauseEnd = /[.,;:!?\n]+|\b(?:and|but|plus|who also|with)\b/gi;
const unimportant =
  /^(?:not|non|no|without|except|excluding|minus|never|lack\w*|avoid\w*|skip\w*|besides|neither|nor|rather|instead|apart|aside|dont|doesnt|isnt|arent|havent|hasnt|cant|cannot|didnt|wont)$/;
const enough = 0.5;

const isContent = (token: Token) =>
  !isOrdinary(token) &&
  !fillerWords.has(token.lower) &&
  !unimportant.test(token.lower) &&
  token.lower.length > 1;

/**
 * Splits a query into clauses with what was not understood of each. The query as a whole is understood when it has a
 * condition, a name that is not an everyday word, a term of several words, or most of its words.
 */
export function listClauses(
  text: string,
  tokens: readonly Token[],
  { structured, named, literal, facets, spans }: Understanding,
): { clauses: QueryClause[]; understood: boolean } {
  const known = (token: Token) => structured.has(token) || named.has(token) || literal.has(token);
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
    const telling = understood ? missing.filter((token) => !isCommon(token)) : missing;
    if (own.length > 0 || hasSpan)
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

  const certain =
    spans.length > 0 ||
    structured.size > 0 ||
    facets.some((facet) => facet.concepts.length > 0 && facet.words.length > 1) ||
    content.some((token) => known(token) && !isEnglish(token));
  const telling = content.filter((token) => named.has(token) || (literal.has(token) && !isCommon(token)));
  const share = telling.length / Math.max(1, content.length);
  const hasFacet = facets.some(({ concepts, weight }) => concepts.length > 0 || weight > enough);
  const understood = certain || (hasFacet && (share > enough || (share === enough && content.length <= 2)));
  return { clauses: understood ? clauses : clauses.map((clause) => ({ ...clause, understood })), understood };
}
