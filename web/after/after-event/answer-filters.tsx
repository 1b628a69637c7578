import type { FilterQuestion } from '../../../contract/after/resume-book.ts';
import { countryCodes, formatCountry } from '../../../contract/apply/countries.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

interface AnswerFiltersProps {
  questions: readonly FilterQuestion[];
  event: EventView;
  /** What each question is filtered by, by its id; empty where it does not matter. */
  values: Record<string, string>;
  onChange: (id: string, value: string) => void;
}

function listOptions({ type, options = [] }: FilterQuestion, locale: string) {
  if (type !== 'country') return options.map((value) => ({ value, label: value }));
  return countryCodes
    .map((value) => ({ value, label: formatCountry(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** A filter for each question of the event whose answer tells people apart. */
export function AnswerFilters({ questions, event, values, onChange }: AnswerFiltersProps) {
  return questions.map((question) => {
    const { id, type, label } = question;
    const value = values[id] ?? '';
    if (type === 'date') {
      const [from = '', to = ''] = value.split('..');
      const change = (start: string, end: string) => onChange(id, start || end ? `${start}..${end}` : '');
      return (
        <div key={id} className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <Field label={`${label} (from)`}>
            <Input type="date" value={from} onChange={({ target }) => change(target.value, to)} />
          </Field>
          <Field label={`${label} (to)`}>
            <Input type="date" value={to} onChange={({ target }) => change(from, target.value)} />
          </Field>
        </div>
      );
    }
    return (
      <Field key={id} label={label} hint={type === 'school' ? 'Words of its name; all of them.' : undefined}>
        {type === 'school' ? (
          <Input
            value={value}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => onChange(id, target.value)}
          />
        ) : (
          <Select
            value={value}
            onChange={({ target }) => onChange(id, target.value)}
            options={[{ value: '', label: 'All' }, ...listOptions(question, event.locale)]}
          />
        )}
      </Field>
    );
  });
}

/** Describes what people are filtered by: `Level of study: Master`. */
export function describeAnswerFilters(
  answers: string | undefined,
  questions: readonly FilterQuestion[],
  locale: string,
): string[] {
  const values = Object.entries(JSON.parse(answers ?? '{}') as Record<string, string>);
  return values.map(([id, value]) => {
    const question = questions.find((each) => each.id === id);
    const shown =
      question?.type === 'country' ? formatCountry(value, locale) : value.split('..').join(' – ').trim();
    return `${question?.label ?? id}: ${shown}`;
  });
}
