import { useFormContext } from 'react-hook-form';
import { parseFormAnswers } from '../../contract/application-form.ts';
import { guardianLabel } from '../../contract/form-guardian.ts';
import type { EventView } from '../../contract/site.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { AgreementFields } from './agreement-fields.tsx';
import { type FormValues, toFields } from './form-values.ts';
import { QuestionField } from './question-field.tsx';
import { fieldId } from './steps.ts';

/** What the event asks beyond the specification's fields. */
export default function MoreSection({ event }: { event: EventView }) {
  const { register, watch, formState } = useFormContext<FormValues>();
  const { asked, needsGuardian } = parseFormAnswers(toFields(watch()), event);
  return (
    <>
      {asked.map((question) => (
        <QuestionField key={question.id} question={question} locale={event.locale} />
      ))}
      {needsGuardian && (
        <Field
          id={fieldId('guardianEmail')}
          label={guardianLabel}
          hint="You are too young to take part on your own: we ask them by email whether they agree."
          error={formState.errors.guardianEmail?.message}
          required
          className="animate-enter"
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...register('guardianEmail')}
              type="email"
              inputMode="email"
              autoComplete="off"
            />
          )}
        </Field>
      )}
      <AgreementFields agreements={event.agreements ?? []} />
    </>
  );
}
