import { Controller, useFormContext } from 'react-hook-form';
import { needsGuardian } from '../../contract/apply/application-form.ts';
import { listQuestions, parseAnswers } from '../../contract/apply/form-questions.ts';
import type { EventView } from '../../contract/event/site.ts';
import { AgreementLinks } from '../ui/agreement-links.tsx';
import { Checkbox, describeControl, FieldError } from '../ui/field.tsx';
import { type FormValues, findError } from './form-values.ts';
import { QuestionFields } from './question-field.tsx';
import { fieldId } from './steps.ts';

export default function MoreSection({ event }: { event: EventView }) {
  const { watch } = useFormContext<FormValues>();
  const { track, answers: entered } = watch();
  const asked = listQuestions(event.questions ?? [], track ?? undefined, entered);
  const { answers } = parseAnswers(entered, asked, event);
  return (
    <>
      <QuestionFields asked={asked} locale={event.locale} needsGuardian={needsGuardian(answers, event)} />
      <AgreementFields agreements={event.agreements ?? []} />
    </>
  );
}

function AgreementFields({ agreements }: { agreements: NonNullable<EventView['agreements']> }) {
  const { control, formState } = useFormContext<FormValues>();
  return agreements.map(({ id, version, title, text, links, required }) => {
    const name = `agreements.${id}` as const;
    const error = findError(formState.errors, name)?.message;
    const own = fieldId(name);
    return (
      <div key={id} className="grid gap-1">
        <p className="font-semibold">
          {title}
          {!required && <span className="font-normal text-muted"> (optional)</span>}
        </p>
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <Checkbox
              id={own}
              ref={field.ref}
              name={field.name}
              className="items-start py-2"
              label={<span className="max-w-prose whitespace-pre-line">{text}</span>}
              checked={field.value === version}
              aria-required={required || undefined}
              aria-invalid={error ? true : undefined}
              aria-describedby={describeControl(own, undefined, error)}
              onBlur={field.onBlur}
              onCheckedChange={(checked) => field.onChange(checked ? version : '')}
            />
          )}
        />
        <AgreementLinks links={links} className="pl-9" />
        <FieldError id={own} message={error} />
      </div>
    );
  });
}
