import { cleanLine, parseEmail } from '../platform/text-rules.ts';
import type { ParsedAnswers } from './form-questions.ts';

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

/** Returns the age in years, on a day, of somebody born on another. */
function computeAge(born: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4));
  return on.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Returns whether somebody is too young to take part on their own: by their age, or by their date of birth on the first day. */
export function needsGuardian(
  answers: ParsedAnswers,
  { guardian, dates }: { guardian?: GuardianRule | undefined; dates?: { start: string } | undefined },
): boolean {
  const answer = answers.get(guardian?.question ?? '');
  if (!guardian || answer === undefined) return false;
  const age = typeof answer === 'number' ? answer : computeAge(String(answer), dates?.start ?? '');
  return age < guardian.under;
}

export function findGuardianProblem(email: string | undefined): GuardianProblem | undefined {
  const problem = { field: 'guardianEmail' as const, label: guardianLabel };
  if (cleanLine(email ?? '') === '') return { ...problem, code: 'apply_missing', message: 'is missing' };
  return parseEmail(email ?? '')
    ? undefined
    : {
        ...problem,
        code: 'invalid_input',
        message: 'The email address of your parent or guardian is not valid.',
      };
}
