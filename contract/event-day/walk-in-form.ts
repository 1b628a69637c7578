import {
  agreementProblem,
  type FormExtras,
  findGuardianProblem,
  needsGuardian,
  parseDetails,
  toParsed,
} from '../apply/application-form.ts';
import { type FormQuestion, listQuestions, parseAnswers } from '../apply/form-questions.ts';
import { parseEmail } from '../platform/text-rules.ts';
import type { WalkInInput } from './walk-ins.ts';

/**
 * Whether the walk-in form asks a question: it asks the required ones, except files, and the one that determines who needs
 * a guardian.
 */
export const isWalkInQuestion = ({ guardian }: FormExtras, { id, type, required }: FormQuestion): boolean =>
  (required && type !== 'file') || id === guardian?.question;

/** Lists the questions that a walk-in must answer, by track and by their answers to earlier questions. */
const listWalkInQuestions = (event: FormExtras, track: string, answers: Record<string, unknown>) =>
  listQuestions(event.questions ?? [], track, answers)
    .filter((question) => isWalkInQuestion(event, question))
    .map((question) => ({ ...question, required: true }));

/** Returns whether a walk-in's answers say that they are too young to take part without a guardian. */
export function needsWalkInGuardian({ answers: sent = {} }: WalkInForm, event: FormExtras, track: string) {
  const { answers } = parseAnswers(sent, listWalkInQuestions(event, track, sent), event);
  return needsGuardian(answers, event);
}

/** The fields of the walk-in form besides name, address and details. */
export type WalkInForm = Pick<WalkInInput, 'answers' | 'agreements' | 'guardianEmail'>;

/** Parses the walk-in form by the rules of the application form: everything that is required of everybody. */
export function parseWalkInForm(
  sent: WalkInForm & Pick<WalkInInput, 'tShirtSize' | 'dietaryRestrictions'>,
  event: FormExtras,
  track: string,
) {
  const typed = sent.answers ?? {};
  const { answers, problems } = parseAnswers(typed, listWalkInQuestions(event, track, typed), event);
  const asksGuardian = needsGuardian(answers, event);
  const agreed = (event.agreements ?? []).filter(({ id, version }) => sent.agreements?.[id] === version);
  const details = parseDetails(sent, event);
  return toParsed(
    [
      ...('problems' in details ? details.problems : []),
      ...problems,
      asksGuardian ? findGuardianProblem(sent.guardianEmail) : undefined,
      ...(event.agreements ?? [])
        .filter((each) => each.required && !agreed.includes(each))
        .map((each) => agreementProblem(each)),
    ],
    () => ({
      ...(details as Extract<typeof details, { values: unknown }>).values,
      form: {
        answers: Object.fromEntries(answers),
        agreements: Object.fromEntries(agreed.map(({ id, version }) => [id, version])),
        guardianEmail: asksGuardian ? parseEmail(sent.guardianEmail!) : undefined,
      },
    }),
  );
}
