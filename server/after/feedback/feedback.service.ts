import { feedbackLimits } from '../../../contract/after/after-event-limits.ts';
import type * as contract from '../../../contract/after/feedback.ts';
import type { FeedbackQuestion } from '../../../contract/event/event-after.ts';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { cleanParagraph } from '../../../contract/platform/text-rules.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { sign } from '../../platform/secret.ts';
import type { Services } from '../../platform/services.ts';
import { findAttendee, hasEventEnded } from '../certificates/certificates.service.ts';
import * as queries from './feedback.queries.ts';
import { feedbackRefusal } from './feedback.rules.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now' | 'config'>;

const { shownFrom, maxRating } = feedbackLimits;

function requireFeedback({ event }: Pick<Services, 'event'>) {
  return event.feedback ?? fail('not_found');
}

/** Returns the mark of a person who has answered: only the program's secret leads from a person to it. */
function toMark({ config }: Pick<Services, 'config'>, userId: string): Buffer {
  return sign(config.secretKey, 'feedback', userId);
}

async function findRefusal(services: Needs, db: Db, userId: string): Promise<contract.MyFeedback['refusal']> {
  const { opensAt } = requireFeedback(services);
  const attendee = await findAttendee({ ...services, db }, { column: 'id', value: userId });
  return feedbackRefusal({
    wasThere: attendee !== undefined,
    isOpen: opensAt ? services.now().getTime() >= Date.parse(opensAt) : hasEventEnded(services),
    given: await queries.hasMark(db, toMark(services, userId)),
  });
}

/** Returns the questions, and why the person cannot answer them now. Throws `not_found`. */
export async function getMyFeedback(services: Needs, { actor }: Call<typeof contract.getMyFeedback>) {
  const { questions } = requireFeedback(services);
  return { questions, refusal: await findRefusal(services, services.db, actor.id) };
}

/** Returns the answers that fit the questions; what is empty is left out. Throws `invalid_input`. */
function parseAnswers(
  questions: readonly FeedbackQuestion[],
  given: queries.FeedbackAnswers,
): queries.FeedbackAnswers {
  const answers: queries.FeedbackAnswers = {};
  for (const [key, value] of Object.entries(given)) {
    const type = questions.find((question) => question.key === key)?.type;
    if (type !== (typeof value === 'number' ? 'rating' : 'text')) fail('invalid_input');
    const answer = typeof value === 'number' ? value : cleanParagraph(value);
    if (answer !== '') answers[key] = answer;
  }
  if (Object.keys(answers).length === 0) fail('invalid_input');
  return answers;
}

/**
 * Stores a person's answers and, separately, that they have answered. Nothing stored, not even in the audit, links an
 * answer to a person. Throws `not_found`, `invalid_input`, `feedback_not_there`, `feedback_closed`, `feedback_given`.
 */
export async function submitFeedback(services: Needs, { actor, body }: Call<typeof contract.submitFeedback>) {
  const answers = parseAnswers(requireFeedback(services).questions, body.answers);
  await transact(services.db, async (trx) => {
    await lockKey(trx, 'feedback');
    failIf(await findRefusal(services, trx, actor.id));
    await queries.insertAnswers(trx, answers);
    await queries.insertMark(trx, toMark(services, actor.id));
  });
}

/** Returns all answers; none while there are too few to be anonymous. */
export async function listFeedback({ db }: Pick<Services, 'db'>): Promise<queries.FeedbackAnswers[]> {
  const answers = await queries.selectAnswers(db);
  return answers.length < shownFrom ? [] : answers;
}

function summarize({ key, label, type }: FeedbackQuestion, answers: readonly queries.FeedbackAnswers[]) {
  const values = answers.map((answer) => getOwnValue(answer, key));
  if (type === 'text')
    return { key, label, type, texts: values.filter((value) => typeof value === 'string').sort() };
  const given = values.filter((value) => typeof value === 'number');
  const ratings = Array.from(
    { length: maxRating },
    (_, at) => given.filter((value) => value === at + 1).length,
  );
  const sum = given.reduce((total, value) => total + value, 0);
  return { key, label, type, ratings, mean: given.length > 0 ? sum / given.length : null };
}

/** Returns the answers by question. Throws `not_found`. */
export async function getFeedback(services: Needs): Promise<contract.Feedback> {
  const { questions } = requireFeedback(services);
  const answers = await queries.selectAnswers(services.db);
  const isShown = answers.length >= shownFrom;
  return {
    count: answers.length,
    shownFrom,
    questions: questions.map((question) => (isShown ? summarize(question, answers) : question)),
  };
}

/** Returns the answers as CSV, a column for each question. Throws `not_found`. */
export async function exportFeedback(services: Needs): Promise<Download<string>> {
  const { questions } = requireFeedback(services);
  const rows = [
    questions.map(({ label }) => label),
    ...(await listFeedback(services)).map((answer) =>
      questions.map(({ key }) => getOwnValue(answer, key) ?? null),
    ),
  ];
  return new Download('feedback.csv', byteOrderMark + formatCsv(rows));
}
