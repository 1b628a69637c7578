import { cleanLine } from '../platform/text-rules.ts';
import { type FormQuestion, parseAnswer } from './form-questions.ts';

// Who needs a guardian's yes, for the server and the page. Pages have no zod, so nothing here uses a schema.

/** Whose guardian is asked: those who, by their answer to this question, are younger than `under`. */
export interface GuardianRule {
  question: string;
  under: number;
}

interface GuardianProblem {
  field: 'guardianEmail';
  code: 'apply_missing' | 'invalid_input';
  message: string;
  label: string;
}

export const guardianLabel = 'Email address of your parent or guardian';

export const invalidGuardian = 'The email address of your parent or guardian is not valid.';

/** Returns the age in years, on a day, of somebody born on another. */
function computeAge(born: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4));
  return on.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Returns whether somebody is too young to take part on their own: by their age, or by their date of birth on the first day. */
export function needsGuardian(
  answers: Record<string, unknown>,
  questions: readonly FormQuestion[],
  rule: GuardianRule | undefined,
  firstDay: string,
): boolean {
  const question = rule && questions.find(({ id }) => id === rule.question);
  const parsed = question && parseAnswer(question, answers[question.id]);
  if (!parsed || !('value' in parsed)) return false;
  const age = question.type === 'date' ? computeAge(String(parsed.value), firstDay) : Number(parsed.value);
  return age < rule.under;
}

export function findGuardianProblem(email: string | undefined): GuardianProblem | undefined {
  const problem = { field: 'guardianEmail' as const, label: guardianLabel };
  if (cleanLine(email ?? '') === '') return { ...problem, code: 'apply_missing', message: 'is missing' };
  return /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]+$/.test((email ?? '').trim())
    ? undefined
    : { ...problem, code: 'invalid_input', message: invalidGuardian };
}
