import type { Token } from './text.ts';
import type { Thesaurus } from './thesaurus.ts';
import { rateTopics, type TextTopic } from './topics.ts';

const leastScore = 4.5;
const leastWords = 2;
const nearBest = 0.8;
const maxHints = 3;

/** Returns those of a text's topics, best first, that at least two words clearly point to. */
export function selectHints(topics: readonly TextTopic[]): TextTopic[] {
  const enough = topics.filter(({ score, words }) => words.length >= leastWords && score >= leastScore);
  return enough.filter(({ score }) => score >= nearBest * enough[0]!.score).slice(0, maxHints);
}

/** Returns the concepts that at least two words of a text point to, best first. */
export const findHints = (tokens: readonly Token[], thesaurus: Thesaurus): TextTopic[] =>
  selectHints(rateTopics(tokens, thesaurus));

const enoughInRequest = 4;

/** Returns the concepts that a text points to, best first, also by one word: for a text that clearly asks for people. */
export function findLooseHints(tokens: readonly Token[], thesaurus: Thesaurus): TextTopic[] {
  const topics = rateTopics(tokens, thesaurus).filter(({ score }) => score >= enoughInRequest);
  return topics.filter(({ score }) => score >= nearBest * topics[0]!.score).slice(0, maxHints);
}
