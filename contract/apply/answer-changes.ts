import type { FormExtras, FormProblem } from './application-form.ts';
import { findGuardianProblem, needsGuardian } from './form-guardian.ts';
import { type FormQuestion, findAnswerProblems, listQuestions } from './form-questions.ts';

// The rules of answers that change after submitting, for the server and the page. Pages have no zod, so nothing here uses a schema.

/** Answers that change after the application was submitted, by the id of the question; all others stay as they are. */
export interface AnswerChange {
  track: string;
  answers: Record<string, unknown>;
  /** Where the change calls for a guardian, and there is none. */
  guardianEmail?: string | undefined;
  hasGuardian: boolean;
}

/** Returns which questions a change answers, and whether it calls for a guardian's yes; undefined when it says nothing about it. */
export function parseChange(
  { track, answers }: AnswerChange,
  { questions = [], guardian, dates }: FormExtras,
): { changed: readonly FormQuestion[]; needsGuardian: boolean | undefined } {
  const changed = listQuestions(questions, track).filter(({ id }) => Object.hasOwn(answers, id));
  const saysAge = changed.some(({ id }) => id === guardian?.question);
  return {
    changed,
    needsGuardian: saysAge ? needsGuardian(answers, changed, guardian, dates?.start ?? '') : undefined,
  };
}

/** Finds what is wrong with answers that change after the application was submitted. */
export function findChangeProblems(change: AnswerChange, extras: FormExtras): FormProblem[] {
  const { changed, needsGuardian } = parseChange(change, extras);
  const asks = needsGuardian && !change.hasGuardian;
  const guardian = asks ? findGuardianProblem(change.guardianEmail) : undefined;
  return [...findAnswerProblems(change.answers, changed, extras.countries), ...(guardian ? [guardian] : [])];
}
