import { formatCountry } from '../../../contract/apply/countries.ts';
import {
  type AnswerValue,
  findOtherText,
  type ParsedAnswers,
  toFileName,
} from '../../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../../contract/apply/question-types.ts';
import type * as contract from '../../../contract/apply/questions.ts';
import type { GivenAnswer } from '../../../contract/apply/questions.ts';
import type { Event } from '../../../contract/event/event.ts';
import { foldText } from '../../../packages/text/fold-text.ts';
import type { Db } from '../../platform/db/open.ts';
import { toFileUrl } from '../../platform/files/files.service.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { deleteUnusedFiles } from './answer-files.service.ts';
import * as queries from './answers.queries.ts';

type Asking = Pick<Event, 'questions' | 'locale'>;
type Audience = Event['questions'][number]['visibleTo'][number];

/** Formats an answer for reading: own words without their prefix, a file as its name. */
export function formatAnswer({ type, value }: { type: QuestionType; value: AnswerValue }, locale: string) {
  if (value === true) return 'yes';
  if (Array.isArray(value)) return value.map((each) => findOtherText(each) ?? each).join(', ');
  if (type === 'choice') return findOtherText(value) ?? String(value);
  if (type === 'file') return toFileName(String(value));
  return type === 'country' ? formatCountry(String(value), locale) : String(value);
}

/** Stores the answers of a form with their questions, replacing those of an earlier form. */
export function saveAnswers(
  trx: Db,
  event: Pick<Event, 'questions'>,
  userId: string,
  answers: ParsedAnswers,
): Promise<void> {
  return storeAnswers(trx, event, { userId, all: toGiven(event, answers), sent: answers });
}

/**
 * Stores all of a person's answers and deletes files that none of them uses. Throws `invalid_input` for a file that no
 * longer exists.
 */
async function storeAnswers(
  trx: Db,
  { questions }: Pick<Event, 'questions'>,
  given: { userId: string; all: Parameters<typeof queries.replaceAnswers>[2]; sent: ParsedAnswers },
): Promise<void> {
  const { userId, all, sent } = given;
  const gone = (await queries.replaceAnswers(trx, userId, all)).filter((id) => sent.has(id));
  if (gone.length > 0)
    fail('invalid_input', {
      fields: Object.fromEntries(gone.map((id) => [`answers.${id}`, 'Please choose this file again.'])),
    });
  if (questions.some(({ type }) => type === 'file')) await deleteUnusedFiles(trx, { owner: userId });
}

function toGiven({ questions }: Pick<Event, 'questions'>, answers: ParsedAnswers) {
  return questions
    .filter(({ id }) => answers.has(id))
    .map((question) => ({ ...question, value: answers.get(question.id)! }));
}

/** Stores the changed answers, and deletes those that are now empty; all others stay with their questions as they were. */
export async function updateAnswers(
  trx: Db,
  event: Pick<Event, 'questions'>,
  userId: string,
  changed: readonly { id: string }[],
  answers: ParsedAnswers,
): Promise<void> {
  const given = await queries.selectGivenAnswers(trx, [userId]);
  const stay = given.filter(({ id }) => !changed.some((question) => question.id === id));
  const toPosition = (answer: { id: string }) => {
    const at = event.questions.findIndex(({ id }) => id === answer.id);
    return at < 0 ? event.questions.length : at;
  };
  const all = [...stay, ...toGiven(event, answers)].sort((a, b) => toPosition(a) - toPosition(b));
  await storeAnswers(trx, event, { userId, all, sent: answers });
}

/** Finds the texts of a user's answers by question id: several for a question with several choices. */
export async function getAnswerTexts(db: Db, userId: string): Promise<Record<string, string[]>> {
  const answers = await queries.selectGivenAnswers(db, [userId]);
  return Object.fromEntries(answers.map(({ id, value }) => [id, [value].flat().map(String)]));
}

/**
 * Returns whether anybody but organizers may see an answer: if the question allows it as it was asked and, while the event
 * still asks it, as it is now.
 */
function isVisibleTo(
  audience: Audience,
  answer: { id: string; sensitive: boolean; visibleTo: readonly Audience[] },
  { questions }: Asking,
): boolean {
  const now = questions.find(({ id }) => id === answer.id) ?? answer;
  return [answer, now].every(({ sensitive, visibleTo }) => !sensitive && visibleTo.includes(audience));
}

interface AnswerReader {
  /** Organizers, and people reading their own answers, get the sensitive ones, too. */
  seesSensitive: boolean;
  /** Users whose identity is hidden from the reader: only answers that do not reveal them are returned. */
  blind?: ReadonlySet<string>;
}

/** Returns the answers that a reader may see, by user id, each user's in the order of the form. */
export async function listAnswers(
  db: Db,
  event: Asking,
  userIds: readonly string[],
  { seesSensitive, blind }: AnswerReader,
): Promise<Map<string, GivenAnswer[]>> {
  const answers = new Map<string, GivenAnswer[]>();
  if (userIds.length === 0) return answers;
  for (const { userId, ...row } of await queries.selectGivenAnswers(db, userIds)) {
    if (blind?.has(userId) && !isVisibleTo('reviewers', row, event)) continue;
    const { id, type, label, value, sensitive, fileId, hasActiveContent } = row;
    const isSensitive =
      sensitive || event.questions.some((question) => question.id === id && question.sensitive);
    if (isSensitive && !seesSensitive) continue;
    const text = formatAnswer({ type, value }, event.locale);
    const answer = {
      ...{ id, type, label, value: text },
      ...(isSensitive && { sensitive: true as const }),
      ...(fileId && { fileUrl: toFileUrl(fileId) }),
      ...(hasActiveContent && { hasActiveContent }),
    };
    answers.set(userId, [...(answers.get(userId) ?? []), answer]);
  }
  return answers;
}

/** An answer as shown on a person's card at check-in. */
interface ShownAnswer {
  label: string;
  value: string;
}

/** Returns what volunteers may see of the answers of approved people, or of one user, by user id. */
export async function listAnswersForVolunteers({ db, event }: { db: Db; event: Asking }, userId?: string) {
  const shown = event.questions
    .filter(({ sensitive, visibleTo }) => !sensitive && visibleTo.includes('volunteers'))
    .map(({ id }) => id);
  const answers = new Map<string, ShownAnswer[]>();
  if (shown.length === 0) return answers;
  for (const row of await queries.selectAnswersForVolunteers(db, shown, userId)) {
    const answer = { label: row.label, value: formatAnswer(row, event.locale) };
    answers.set(row.userId, [...(answers.get(row.userId) ?? []), answer]);
  }
  return answers;
}

/** Counts the approved people by answer, for each question with choices; undefined if there is nothing to count. */
export async function countAnswers(
  db: Db,
  { questions }: Pick<Event, 'questions'>,
  { seesSensitive }: Pick<AnswerReader, 'seesSensitive'>,
) {
  const counted = questions.filter(({ options, sensitive }) => options && (seesSensitive || !sensitive));
  if (counted.length === 0) return undefined;
  const ids = counted.map(({ id }) => id);
  const rows = await queries.countChoices(db, ids, { sensitive: seesSensitive });
  return counted.map(({ id, label }) => ({
    label,
    values: rows.filter((row) => row.id === id).map(({ value, count }) => ({ value, count })),
  }));
}

const mostSchools = 10;

const folded = new WeakMap<readonly string[], string[]>();

/** Suggests schools from the event's list whose names contain every word of `q`; those that begin with it come first. */
export function listSchools(
  { event: { schools } }: Pick<Services, 'event'>,
  { query: { q } }: Call<typeof contract.listSchools>,
): string[] {
  const wanted = foldText(q).trim();
  const words = wanted.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const names = folded.get(schools) ?? schools.map(foldText);
  folded.set(schools, names);
  const found = schools.flatMap((school, at) => {
    const name = names[at]!;
    return words.every((word) => name.includes(word)) ? [{ school, begins: name.startsWith(wanted) }] : [];
  });
  return [...found.filter(({ begins }) => begins), ...found.filter(({ begins }) => !begins)]
    .slice(0, mostSchools)
    .map(({ school }) => school);
}
