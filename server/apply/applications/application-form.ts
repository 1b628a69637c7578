import {
  type FormProblem,
  formProblemCodes,
  type ParsedForm,
} from '../../../contract/apply/application-form.ts';
import { fieldLabels } from '../../../contract/apply/applications.ts';
import { isRegistrationOpen } from '../../../contract/event/phases.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';

/** Throws `registration_closed` after an enforced deadline. */
export function requireOpenRegistration({ event, now }: Pick<Services, 'event' | 'now'>): void {
  if (!isRegistrationOpen(event.registration, now().getTime())) fail('registration_closed');
}

/**
 * Returns the values of a form that was parsed by the rules of `contract/apply/application-form.ts`; `track` is the one that
 * was sent. Throws the first of `formProblemCodes` that applies.
 */
export function requireValues<Values>(parsed: ParsedForm<Values>, track = ''): Values {
  return 'values' in parsed ? parsed.values : failFor(parsed.problems, track);
}

function failFor(problems: FormProblem[], track: string): never {
  const code = formProblemCodes.find((each) => problems.some((problem) => problem.code === each))!;
  const first = problems.filter((problem) => problem.code === code);
  const missing = Object.entries(fieldLabels)
    .filter(([name]) => first.some(({ field }) => field === name))
    .map(([, label]) => label);
  const asked = first.flatMap(({ label }) => label ?? []);
  fail(code, {
    values: { fields: [...missing, ...asked].join(', '), track },
    fields: Object.fromEntries(
      first.map(({ field, message }) => [
        field === 'dietaryDetail' ? 'dietaryRestrictions' : field,
        code.startsWith('apply_') ? 'is missing' : message,
      ]),
    ),
  });
}
