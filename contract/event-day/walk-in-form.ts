import {
  agreementProblem,
  type FormExtras,
  type FormProblem,
  findGuardianProblem,
  needsGuardian,
  type ParsedForm,
  parseDetails,
} from '../apply/application-form.ts';
import { type AnswerValue, type FormQuestion, listQuestions, parseAnswers } from '../apply/form-questions.ts';
import { parseEmail } from '../platform/text-rules.ts';

/** The walk-in form asks required questions, except files, and the one that says who needs a guardian. */
export const isWalkInQuestion = ({ guardian }: FormExtras, { id, type, required }: FormQuestion): boolean =>
  (required && type !== 'file') || id === guardian?.question;

/** Lists the questions that a walk-in must answer, by track and by their answers to earlier questions. */
const listWalkInQuestions = (event: FormExtras, track: string, answers: Record<string, unknown>) =>
  listQuestions(event.questions ?? [], track, answers)
    .filter((question) => isWalkInQuestion(event, question))
    .map((question) => ({ ...question, required: true }));

/** The fields of the walk-in form besides name, address and details. */
export interface WalkInForm {
  answers?: Record<string, unknown> | undefined;
  /** The version of each agreement that they accepted. */
  agreements?: Record<string, string> | undefined;
  guardianEmail?: string | undefined;
}

type ParsedDetails = Extract<ReturnType<typeof parseDetails>, { values: unknown }>['values'];

interface SentForm extends WalkInForm {
  tShirtSize: string;
  dietaryRestrictions: string;
}

interface RequiredForm {
  answers: Record<string, AnswerValue>;
  agreements: Record<string, string>;
  guardianEmail: string | undefined;
}

/** Parses the walk-in form by the rules of the application form: everything that is required of everybody. */
export function parseWalkInForm(
  sent: SentForm,
  event: FormExtras,
  track: string,
): ParsedForm<ParsedDetails & { form: RequiredForm }> {
  const typed = sent.answers ?? {};
  const { answers, problems } = parseAnswers(typed, listWalkInQuestions(event, track, typed), event);
  const asksGuardian = needsGuardian(answers, event);
  const agreed = (event.agreements ?? []).filter(({ id, version }) => sent.agreements?.[id] === version);
  const details = parseDetails(sent, event);
  const found: (FormProblem | undefined)[] = [
    ...('problems' in details ? details.problems : []),
    ...problems,
    asksGuardian ? findGuardianProblem(sent.guardianEmail) : undefined,
    ...(event.agreements ?? [])
      .filter((each) => each.required && !agreed.includes(each))
      .map((each) => agreementProblem(each)),
  ];
  const all = found.filter((problem) => problem !== undefined);
  return 'problems' in details || all.length > 0
    ? { problems: all }
    : {
        values: {
          ...details.values,
          form: {
            answers: Object.fromEntries(answers),
            agreements: Object.fromEntries(agreed.map(({ id, version }) => [id, version])),
            guardianEmail: asksGuardian ? parseEmail(sent.guardianEmail!) : undefined,
          },
        },
      };
}
