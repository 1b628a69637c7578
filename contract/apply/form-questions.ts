import type { EventView } from '../event/site.ts';
import { limits } from '../limits.ts';
import { getOwnValue } from '../platform/own-value.ts';
import { cleanLine, cleanParagraph, lineProblem, noteProblem } from '../platform/text-rules.ts';
import { uuidPattern } from '../platform/uuid.ts';
import { addYears } from '../platform/zoned-time.ts';

// The rules of an event's own questions, for the server and the page.

export type FormQuestion = Omit<NonNullable<EventView['questions']>[number], 'sensitive'>;

/** `several` has a list, `number` a number, `consent` true, all others a text; dates and countries in ISO format. */
export type AnswerValue = string | number | true | string[];

/** `problem` follows the label of the question in a sentence. */
type Parsed = { value: AnswerValue } | { missing: true } | { problem: string };

interface AnswerProblem {
  field: `answers.${string}`;
  code: 'apply_missing' | 'invalid_input';
  message: string;
  /** The question, when the answer is missing. */
  label?: string;
}

const isBlank = (sent: unknown) =>
  sent === undefined ||
  sent === null ||
  sent === false ||
  (typeof sent === 'string' && cleanLine(sent) === '') ||
  (Array.isArray(sent) && sent.length === 0);

function parseText(
  sent: unknown,
  problemOf: (text: string) => string | undefined,
  clean: (text: string) => string,
): Parsed {
  if (typeof sent !== 'string') return { problem: 'must be a text' };
  const problem = problemOf(sent);
  return problem ? { problem } : { value: clean(sent) };
}

function parseNumber(sent: unknown, { min, max }: FormQuestion): Parsed {
  // "1,000" means a thousand to some people and one to others.
  if (typeof sent === 'string' && /^\s*-?[1-9]\d{0,2}(,\d{3})+/.test(sent))
    return { problem: 'must be written without commas, as in 1000 or 1.5' };
  const value = typeof sent === 'string' ? Number(sent.trim().replace(',', '.')) : sent;
  if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: 'must be a number' };
  if (min !== undefined && value < min) return { problem: `must be at least ${min}` };
  return max !== undefined && value > max ? { problem: `must be at most ${max}` } : { value };
}

/** What the rules for answers need to know about the event. */
interface AnswerRules {
  /** Country codes; only the server checks them. */
  countries?: readonly string[] | undefined;
  dates?: { start: string } | undefined;
  guardian?: { question: string } | undefined;
}

/** Days are ISO dates, so they sort as text. */
const isOutside = (day: string, start: string, from: number, to: number) =>
  day < addYears(start, from) || day > addYears(start, to);

/**
 * Returns what is wrong with a date: a date of birth must be 5 to 120 years before the event, any other within a few years
 * of it.
 */
function findDayProblem(day: string, { id }: FormQuestion, { dates, guardian }: AnswerRules) {
  if (!dates) return undefined;
  const { start } = dates;
  if (guardian?.question === id)
    return isOutside(day, start, -120, -5) ? 'must be 5 to 120 years before the event' : undefined;
  const years = [addYears(start, -120).slice(0, 4), addYears(start, 20).slice(0, 4)];
  return isOutside(day, start, -120, 20) ? `must be in the years ${years.join(' to ')}` : undefined;
}

function parseDay(sent: unknown, question: FormQuestion, rules: AnswerRules): Parsed {
  const isDay =
    typeof sent === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(sent) &&
    new Date(`${sent}T00:00Z`).toJSON()?.slice(0, 10) === sent;
  if (!isDay) return { problem: 'must be a date' };
  const problem = findDayProblem(sent, question, rules);
  return problem ? { problem } : { value: sent };
}

/** Precedes a person's own words when no choice fits, as in the dietary restrictions. */
export const otherPrefix = 'other: ';

/** Returns a person's own words; undefined for one of the choices. */
export const findOtherText = (sent: unknown): string | undefined =>
  typeof sent === 'string' ? /^other: ?([\s\S]*)$/.exec(sent)?.[1] : undefined;

/** Parses a single choice, or a person's own words. */
function parseChoice(
  { options = [], other }: FormQuestion,
  sent: unknown,
): { value: string } | { problem: string } {
  if (isOneOf(options, sent)) return { value: sent };
  const text = other ? findOtherText(sent) : undefined;
  if (text === undefined) return { problem: 'must be one of the choices' };
  if (cleanLine(text) === '') return { problem: 'needs your own words beside “Other”' };
  const problem = lineProblem(text, limits.answer.line);
  return problem ? { problem } : { value: otherPrefix + cleanLine(text) };
}

/** Parses several choices; at most one of them is in the person's own words. */
function parseSeveral(question: FormQuestion, sent: unknown): Parsed {
  const { options = [], other } = question;
  const parsed = Array.isArray(sent) ? sent.map((each) => parseChoice(question, each)) : [];
  const values = parsed.flatMap((each) => ('value' in each ? each.value : []));
  const own = values.filter((value) => !options.includes(value));
  const wrong = parsed.find((each) => 'problem' in each);
  if (other && wrong) return wrong;
  if (!Array.isArray(sent) || wrong || own.length > 1)
    return { problem: 'must have choices of the list only' };
  return { value: [...options.filter((option) => values.includes(option)), ...own] };
}

const isOneOf = (choices: readonly string[], sent: unknown): sent is string =>
  typeof sent === 'string' && choices.includes(sent);

/**
 * Parses the answer to a question: returns its cleaned value, nothing, or what is wrong with it (to follow the label).
 * Without a list of countries any code is accepted, and without dates any day.
 */
export function parseAnswer(question: FormQuestion, sent: unknown, rules: AnswerRules = {}): Parsed {
  if (isBlank(sent)) return { missing: true };
  const { type } = question;
  const { line, note } = limits.answer;
  switch (type) {
    case 'text':
    case 'school':
      return parseText(sent, (text) => lineProblem(text, line), cleanLine);
    case 'long text':
      return parseText(sent, (text) => noteProblem(text, note), cleanParagraph);
    case 'number':
      return parseNumber(sent, question);
    case 'date':
      return parseDay(sent, question, rules);
    case 'consent':
      return sent === true ? { value: true } : { problem: 'must be ticked or left out' };
    case 'several':
      return parseSeveral(question, sent);
    case 'choice':
      return parseChoice(question, sent);
    case 'file':
      return uploadedFile.test(String(sent))
        ? parseText(sent, (text) => lineProblem(text, line), cleanLine)
        : { problem: sent === uploading ? 'is still being uploaded' : 'must be a file' };
    default:
      // The page loads the list only where it is shown, and offers nothing else to choose.
      return parseChoice({ ...question, options: [...(rules.countries ?? [String(sent)])] }, sent);
  }
}

/** Stands for a file that is still uploading, so that the form cannot be sent without it. */
export const uploading = 'uploading';

/** How answers store an uploaded file: its id, a slash and its name. */
const uploadedFile = new RegExp(`^${uuidPattern}/(?=\\S)`);

/** Returns the name of the file of an answer, without its id. */
export const toFileName = (answer: string): string => answer.replace(uploadedFile, '');

/** Lists the questions that apply to a person, by track and by their answers to earlier questions. */
export function listQuestions<Q extends FormQuestion>(
  questions: readonly Q[],
  track: string | undefined,
  answers: Record<string, unknown>,
): Q[] {
  const asked = new Map<string, Q>();
  for (const question of questions) {
    const { id, tracks, onlyIf } = question;
    // A question that is not asked has no answer, whatever was typed before.
    const chosen = onlyIf && asked.has(onlyIf.question) ? [getOwnValue(answers, onlyIf.question)].flat() : [];
    if (tracks && !tracks.includes(track ?? '')) continue;
    if (!onlyIf || chosen.some((value) => onlyIf.is.includes(String(value)))) asked.set(id, question);
  }
  return [...asked.values()];
}

/** Returns a sentence about a field; a label that is itself a sentence is quoted. */
export function toSentence(label: string, predicate: string): string {
  return `${/[.?!:…]$/u.test(label) ? `“${label}”` : label} ${predicate}.`;
}

/** The answers of a form, by question id. */
export type ParsedAnswers = Map<string, AnswerValue>;

/** Returns the given answers to these questions, and what is wrong with them. */
export function parseAnswers(
  sent: Record<string, unknown>,
  questions: readonly FormQuestion[],
  rules: AnswerRules = {},
): { answers: ParsedAnswers; problems: AnswerProblem[] } {
  const answers: ParsedAnswers = new Map();
  const problems: AnswerProblem[] = [];
  for (const question of questions) {
    const { id, label, required } = question;
    const parsed = parseAnswer(question, getOwnValue(sent, id), rules);
    const field = `answers.${id}` as const;
    if ('value' in parsed) answers.set(id, parsed.value);
    else if ('problem' in parsed)
      problems.push({ field, code: 'invalid_input', message: toSentence(label, parsed.problem) });
    else if (required) problems.push({ field, code: 'apply_missing', message: 'Please answer this', label });
  }
  return { answers, problems };
}
