import type { SettingsValues } from '../../../contract/event/settings.ts';
import { studentLeague } from '../../../contract/event/student-league.ts';

type Entry = { id: string };

/** Returns a form with what the student league demands, after what it has; entries with the same id stay as they are. */
export function addStudentLeague(form: SettingsValues): SettingsValues {
  const { questions, agreements, guardian, ...values } = form;
  const add = (present: unknown, more: readonly Entry[]): Entry[] => {
    const entries = (present ?? []) as Entry[];
    return [...entries, ...more.filter(({ id }) => entries.every((entry) => entry.id !== id))];
  };
  return {
    ...values,
    questions: add(questions, studentLeague.questions),
    agreements: add(agreements, studentLeague.agreements),
    guardian: guardian ?? studentLeague.guardian,
  };
}
