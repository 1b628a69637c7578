import { Controller, useFormContext } from 'react-hook-form';
import { countryCodes, formatCountry } from '../../contract/countries.ts';
import type { FormQuestion } from '../../contract/form-questions.ts';
import { limits } from '../../contract/limits.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { describeControl, Field, FieldError, FieldHint } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { findError } from './find-error.ts';
import type { FormValues } from './form-values.ts';
import { SchoolInput } from './school-input.tsx';
import { SeveralBoxes } from './several-boxes.tsx';
import { fieldId } from './steps.ts';

/** So many short choices stand beside each other; more of them, or longer ones, are a list to open. */
const mostChips = 6;
const longestChip = 24;

function listCountries(locale: string) {
  return countryCodes
    .map((value) => ({ value, label: formatCountry(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** One of the event's own questions, with the control for its type. */
export function QuestionField({ question, locale }: { question: FormQuestion; locale: string }) {
  const { control, register, formState } = useFormContext<FormValues>();
  const { id, type, label, help, required, options = [] } = question;
  const name = `answers.${id}` as const;
  const own = fieldId(name);
  const error = findError(formState.errors, name)?.message;
  const about = { id: own, hint: help, error, required };
  const choices = options.map((option) => ({ value: option, label: option }));

  if (type === 'choice' && options.length <= mostChips && options.every((o) => o.length <= longestChip))
    return (
      <RadioChips
        {...about}
        legend={<Legend label={label} required={required} />}
        options={choices}
        {...register(name)}
      />
    );
  if (type === 'several')
    return (
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <SeveralBoxes
            {...about}
            legend={<Legend label={label} required={required} />}
            options={options}
            chosen={Array.isArray(field.value) ? field.value : []}
            onChange={field.onChange}
          />
        )}
      />
    );
  if (type === 'consent')
    return (
      <div className="grid gap-1">
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <Checkbox
              id={own}
              ref={field.ref}
              className="items-start py-2"
              label={<Legend label={label} required={required} />}
              checked={field.value === true}
              aria-required={required || undefined}
              aria-invalid={error ? true : undefined}
              aria-describedby={describeControl(own, help, error)}
              onBlur={field.onBlur}
              onChange={(change) => field.onChange(change.target.checked)}
            />
          )}
        />
        <FieldHint id={own} text={help} />
        <FieldError id={own} message={error} />
      </div>
    );
  const renderControl = () => {
    if (type === 'long text')
      return (
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <Textarea {...field} value={toText(field.value)} limit={limits.answer.note} rows={4} />
          )}
        />
      );
    if (type === 'choice' || type === 'country')
      return (
        <Select
          {...register(name)}
          options={[
            { value: '', label: required ? 'Please choose' : 'No answer' },
            ...(type === 'country' ? listCountries(locale) : choices),
          ]}
        />
      );
    if (type === 'school')
      return (
        <Controller
          control={control}
          name={name}
          render={({ field }) => <SchoolInput {...field} value={toText(field.value)} />}
        />
      );
    if (type === 'date') return <Input {...register(name)} type="date" />;
    const inputMode = type === 'number' ? ('decimal' as const) : undefined;
    return <Input {...register(name)} inputMode={inputMode} autoComplete="off" />;
  };
  return (
    <Field {...about} label={label}>
      {renderControl()}
    </Field>
  );
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

function Legend({ label, required }: { label: string; required: boolean }) {
  return (
    <>
      {label}
      {!required && <span className="font-normal text-muted"> (optional)</span>}
    </>
  );
}
