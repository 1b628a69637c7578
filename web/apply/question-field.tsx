import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { Controller, type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { guardianLabel } from '../../contract/apply/application-form.ts';
import { listCountries } from '../../contract/apply/countries.ts';
import { type FormQuestion, findOtherText, otherPrefix } from '../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../contract/apply/question-types.ts';
import { limits } from '../../contract/limits.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Checkboxes } from '../ui/checkboxes.tsx';
import {
  Checkbox,
  describeControl,
  Field,
  FieldError,
  FieldHint,
  Input,
  Select,
  Textarea,
  useFieldControl,
} from '../ui/field.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { FileAnswer } from './file-answer.tsx';
import { type FormValues, findError } from './form-values.ts';
import { schoolsQuery } from './questions.api.ts';
import { fieldId } from './steps.ts';

interface SeveralBoxesProps {
  id: string;
  legend: ReactNode;
  hint?: string | undefined;
  error: string | undefined;
  question: FormQuestion;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A checkbox for each choice; several can be ticked. */
function SeveralBoxes({ id, legend, hint, error, question, chosen, onChange }: SeveralBoxesProps) {
  const own = chosen.find((each) => findOtherText(each) !== undefined);
  const options = toChoices(question).map(({ value, label }) => ({
    value: value === otherPrefix ? (own ?? otherPrefix) : value,
    label,
  }));
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={describeControl(id, hint, error)}
      className="grid gap-1 outline-none"
    >
      <legend className="font-semibold">{legend}</legend>
      <FieldHint id={id} text={hint} />
      <div className="flex flex-wrap gap-x-6">
        <Checkboxes
          options={options}
          chosen={chosen}
          onChange={onChange}
          aria-invalid={error ? true : undefined}
        />
      </div>
      <OtherText
        value={own}
        onChange={(text) => onChange([...chosen.filter((each) => each !== own), text])}
      />
      <FieldError id={id} message={error} />
    </fieldset>
  );
}

/** The field for somebody's own words, once they chose “Other…”. */
function OtherText({ value, onChange }: { value: string | undefined; onChange: (value: string) => void }) {
  const text = findOtherText(value);
  if (text === undefined) return null;
  return (
    <Input
      aria-label="In your own words"
      className="mt-2 animate-enter"
      maxLength={limits.answer.line}
      value={text}
      onValueChange={(value) => onChange(otherPrefix + value)}
    />
  );
}

interface SchoolInputProps extends ComponentProps<'input'> {
  value: string;
}

/** The name of a school, with suggestions of the organizers' list; any other can be typed. */
function SchoolInput(input: SchoolInputProps) {
  const listId = `${useFieldControl().id}-list`;
  const { data: schools = [] } = useQuery(schoolsQuery(useDebounced(input.value.trim(), 200)));
  return (
    <>
      <Input {...input} list={listId} autoComplete="organization" />
      <datalist id={listId}>
        {schools.map((school) => (
          <option key={school} value={school} />
        ))}
      </datalist>
    </>
  );
}

/** The maximum number of short choices shown side by side. More or longer ones become a list to open. */
const mostChips = 6;
const longestChip = 24;

interface Answer {
  question: FormQuestion;
  name: `answers.${string}`;
  /** The id of the control, and what there is to say about it. */
  about: { id: string; hint: string | undefined; error: string | undefined; required: boolean };
  register: () => UseFormRegisterReturn;
  locale: string;
}

const toNone = ({ required }: FormQuestion) => ({
  value: '',
  label: required ? 'Please choose' : 'No answer',
});

/** The types with one control, whose label is the question. */
const controls: Record<Exclude<QuestionType, keyof typeof groups>, (answer: Answer) => ReactNode> = {
  text: ({ register }) => <Input {...register()} />,
  number: ({ register }) => <Input {...register()} inputMode="decimal" />,
  date: ({ register }) => <Input {...register()} type="date" />,
  country: ({ question, register, locale }) => (
    <Select {...register()} options={[toNone(question), ...listCountries(locale)]} />
  ),
  'long text': ({ name }) => (
    <Controller
      name={name}
      render={({ field }) => (
        <Textarea {...field} value={toText(field.value)} limit={limits.answer.note} rows={4} />
      )}
    />
  ),
  school: ({ name }) => (
    <Controller name={name} render={({ field }) => <SchoolInput {...field} value={toText(field.value)} />} />
  ),
};

/** The types that show the question in their own way. */
const groups = {
  choice: ({ question, about, name }: Answer) => (
    <Controller
      name={name}
      render={({ field: { value, onChange, ...field } }) => {
        const options = toChoices(question);
        const control = {
          ...field,
          value: findOtherText(value) === undefined ? toText(value) : otherPrefix,
          onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(target.value),
        };
        const isShort =
          options.length <= mostChips && options.every(({ label }) => label.length <= longestChip);
        return (
          <div>
            {isShort ? (
              <RadioChips {...about} legend={<Legend question={question} />} options={options} {...control} />
            ) : (
              <Field {...about} label={question.label}>
                <Select {...control} options={[toNone(question), ...options]} />
              </Field>
            )}
            <OtherText value={toText(value)} onChange={onChange} />
          </div>
        );
      }}
    />
  ),
  several: ({ question, about, name }: Answer) => (
    <Controller
      name={name}
      render={({ field }) => (
        <SeveralBoxes
          {...about}
          legend={<Legend question={question} />}
          question={question}
          chosen={Array.isArray(field.value) ? field.value : []}
          onChange={field.onChange}
        />
      )}
    />
  ),
  file: ({ question, about, name }: Answer) => (
    <Controller
      name={name}
      render={({ field }) => (
        <FileAnswer {...about} label={question.label} value={toText(field.value)} onChange={field.onChange} />
      )}
    />
  ),
  consent: ({ question, about: { id, hint, error, required }, name }: Answer) => (
    <div className="grid gap-1">
      <Controller
        name={name}
        render={({ field }) => (
          <Checkbox
            id={id}
            ref={field.ref}
            className="items-start py-2"
            label={<Legend question={question} />}
            checked={field.value === true}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describeControl(id, hint, error)}
            onBlur={field.onBlur}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <FieldHint id={id} text={hint} />
      <FieldError id={id} message={error} />
    </div>
  ),
};

function QuestionField({ question, locale }: { question: FormQuestion; locale: string }) {
  const { register, formState } = useFormContext<FormValues>();
  const { id, type, label, help, required } = question;
  const name = `answers.${id}` as const;
  const error = findError(formState.errors, name)?.message;
  const about = { id: fieldId(name), hint: help, error, required };
  const answer = { question, name, about, register: () => register(name), locale };
  if (type === 'choice' || type === 'several' || type === 'consent' || type === 'file')
    return groups[type](answer);
  return (
    <Field {...about} label={label}>
      {controls[type](answer)}
    </Field>
  );
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '');
const toChoices = ({ options = [], other }: FormQuestion) => [
  ...options.map((option) => ({ value: option, label: option })),
  ...(other ? [{ value: otherPrefix, label: 'Other…' }] : []),
];

function Legend({ question: { label, required } }: { question: FormQuestion }) {
  return (
    <>
      {label}
      {!required && <span className="font-normal text-muted"> (optional)</span>}
    </>
  );
}

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
          hint="Because of your age, we ask them by email whether you may take part."
          error={formState.errors.guardianEmail?.message}
          required
          className="animate-enter"
        >
          <Input {...register('guardianEmail')} type="email" inputMode="email" />
        </Field>
      )}
    </>
  );
}
