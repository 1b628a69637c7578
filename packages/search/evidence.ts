import { enough, met, type Ranked } from './engine.ts';
import { describeField, type EventWords } from './fields.ts';
import { searchLimits } from './limits.ts';
import type { Passage, Profile } from './profile.ts';
import type { Question } from './question.ts';

/** What an application says about one thing that was asked for. */
export interface Evidence {
  constraint: string;
  state: 'met' | 'partial' | 'not found' | 'contradicted';
  /** Null when nothing was found. */
  quote: string | null;
  /** The part of the application that the quote is from. */
  source: (typeof sources)[Passage['source']] | 'name' | 'application' | null;
  /** The quote is about a wish, not about something done. */
  wish: boolean;
  /** The quote has none of the words, but is about the same. */
  related?: true;
}

const sources = {
  why: 'why join',
  education: 'education',
  experience: 'experience',
  projects: 'projects',
  skills: 'skills',
  other: 'resume',
  answer: 'answer',
  food: 'dietary restrictions',
  major: 'major',
} as const;

const sourceOfField = ({ key }: Question['fields'][number]): Evidence['source'] =>
  key === 'food' ? sources.food : key.startsWith('answer:') ? sources.answer : 'application';

const shorten = (text: string) =>
  text.length > searchLimits.quote ? `${text.slice(0, searchLimits.quote - 1)}…` : text;

// Where a sentence ends; text of a PDF ends with its line.
const sentenceEnd = /[.!?](?=\s|$)|\n/;

/** Returns a passage with the rest of its sentence, or its whole answer, so that a "but" behind it is seen. */
function quote({ text, whole, source }: Passage, { text: own }: Profile): string {
  if (whole) return whole;
  const at = source === 'answer' || /[.!?]$/.test(text) ? -1 : own.indexOf(text);
  if (at < 0) return shorten(text);
  const rest = own.slice(at + text.length, at + searchLimits.quote);
  const end = sentenceEnd.exec(rest);
  return shorten(text + rest.slice(0, end ? end.index + end[0].trim().length : undefined).trimEnd());
}

/** Returns the evidence for each thing that a question asks for: quotes of the application, nothing generated. */
export function findEvidence(
  question: Question,
  { fields, parts, denials }: Pick<Ranked, 'fields' | 'parts' | 'denials'>,
  profile: Profile,
  event: EventWords,
): Evidence[] {
  const stated = question.fields.map((field, at): Evidence => {
    const { value, quote } = fields[at]!;
    const state = value > 0.6 ? 'met' : quote ? (value > 0 ? 'partial' : 'contradicted') : 'not found';
    return {
      constraint: describeField(field, event),
      state,
      quote: quote || null,
      source: quote ? sourceOfField(field) : null,
      wish: false,
    };
  });
  const nothing = { state: 'not found', quote: null, source: null, wish: false } as const;
  const told = question.parts.map(({ text: constraint, wish }, at): Evidence => {
    const { value, passage, isRelated } = parts[at]!;
    if (passage === undefined && value > 0) {
      const named = shorten(constraint.includes('@') ? profile.email : profile.name);
      return { constraint, state: 'met', quote: named, source: 'name', wish: false };
    }
    const found = profile.passages[passage ?? -1];
    const isPartial = value >= enough || isRelated || found?.stance !== 'asserted';
    if (!found || (found.stance !== 'negated' && !isPartial)) return { constraint, ...nothing };
    return {
      constraint,
      state: found.stance === 'negated' ? 'contradicted' : value >= met ? 'met' : 'partial',
      quote: quote(found, profile),
      source: sources[found.source],
      wish: found.stance === 'wish' && !wish,
      ...(isRelated && { related: true as const }),
    };
  });
  const denied = question.not.map(({ text }, at): Evidence => {
    const passage = profile.passages[denials[at] ?? -1];
    const told = passage && {
      state: 'met' as const,
      quote: quote(passage, profile),
      source: sources[passage.source],
    };
    return { ...nothing, constraint: `not ${text}`, ...told };
  });
  return [...stated, ...told, ...denied];
}
