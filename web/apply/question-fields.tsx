import { useFormContext } from 'react-hook-form';
import { guardianLabel } from '../../contract/apply/form-guardian.ts';
import type { FormQuestion } from '../../contract/apply/form-questions.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import type { FormValues } from './form-values.ts';
import { QuestionField } from './question-field.tsx';
import { fieldId } from './steps.ts';

interface QuestionFieldsProps {
  asked: readonly FormQuestion[];
  locale: string;
  needsGuardian: boolean | undefined;
}

/** The event's own questions, and the guardian's address of those who are too young to agree alone. */
export function QuestionFields({ asked, locale, needsGuardian }: QuestionFieldsProps) {
  const { register, formState } = useFormContext<FormValues>();
  return (
    <>
      {asked.map((question) => (
        <QuestionField key={question.id} question={question} locale={locale} />
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
          <Input {...register('guardianEmail')} type="email" inputMode="email" autoComplete="off" />
        </Field>
      )}
    </>
  );
}
