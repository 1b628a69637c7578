import type { Event } from '../../../contract/event/event.ts';
import type { CsvCell } from '../../../contract/platform/csv.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import type { Registration } from './exports.queries.ts';

type Questions = Event['questions'];
type Asking = Pick<Event, 'questions' | 'agreements' | 'guardian'>;
type AnsweredRegistration = Omit<Registration, 'userId'> & {
  answers: Readonly<Record<string, string>>;
  /** The agreements that hold, in their present version. */
  agreed: readonly { id: string }[];
  guardian?: string;
};

const leagueColumns = [
  'First Name',
  'Last Name',
  'Email',
  'Phone Number',
  'Age',
  'School',
  'Level of Study',
  'Country',
  'Checked In',
  'Checked In At',
  'Status',
  'Track',
  'Major',
  'Team',
] as const;

/** The questions whose answers are in those columns, by the ids that `event/student-league.ts` gives them. */
const leagueQuestions = ['first-name', 'last-name', 'phone', 'age', 'school', 'level-of-study', 'country'];

/** Returns the id of the question for a column: the league's, or else the first with this type of answer. */
const findId = (questions: Questions, type: 'school' | 'country') =>
  (
    questions.find(({ id }) => id === type) ??
    questions.find((question) => question.type === type && !question.sensitive)
  )?.id ?? type;

/** The file is meant to be passed on, so it leaves out what only organizers may see. */
function listOwnQuestions(questions: Questions) {
  const known = [...leagueQuestions, findId(questions, 'school'), findId(questions, 'country')];
  return questions.filter(({ id, sensitive }) => !sensitive && !known.includes(id));
}

/** Returns the league's columns, then one for each agreement, the guardian, and each other question that is not sensitive. */
export function listLeagueColumns({ questions, agreements, guardian }: Asking): string[] {
  return [
    ...leagueColumns,
    ...agreements.map(({ title }) => title),
    ...(guardian ? ['Guardian'] : []),
    ...listOwnQuestions(questions).map(({ label }) => label),
  ];
}

/** Splits a name: the last word is the last name. Someone with one word has it as the first name. */
function splitName(name: string): { first: string; last: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop()! : '';
  return { first: words.join(' '), last };
}

/** Formats a registration in the columns of `listLeagueColumns`; what the event does not ask for stays empty. */
export function toLeagueRow(
  { answers, agreed, guardian, ...registration }: AnsweredRegistration,
  { questions, agreements }: Asking,
): CsvCell[] {
  const { first, last } = splitName(registration.name);
  return [
    answers['first-name'] ?? first,
    answers['last-name'] ?? last,
    registration.email,
    answers.phone ?? '',
    answers.age ?? '',
    getOwnValue(answers, findId(questions, 'school')) ?? '',
    answers['level-of-study'] ?? '',
    getOwnValue(answers, findId(questions, 'country')) ?? '',
    { plain: registration.checkedInAt ? 'Yes' : 'No' },
    { plain: registration.checkedInAt?.toISOString() ?? '' },
    { plain: registration.status },
    registration.track,
    registration.major,
    registration.team,
    ...agreements.map(({ id }) => ({ plain: agreed.some((each) => each.id === id) ? 'Yes' : 'No' })),
    ...(guardian ? [{ plain: guardian }] : []),
    ...listOwnQuestions(questions).map(({ id }) => getOwnValue(answers, id) ?? ''),
  ];
}
