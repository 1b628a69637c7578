import { limits } from '../../../../contract/limits.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { statusChoices } from '../status-filter.tsx';
import type { SearchFormState, SearchState } from './use-search.ts';

const examples = [
  'second-year biology student who has shipped an app',
  'designers who have never been to a hackathon',
  'knows embedded C, not in the Startup Track',
];

/** A panel with the filters and example questions; it covers the page below. */
export function SearchOptions({ search: { form, change, answer } }: { search: SearchState }) {
  return (
    <div className="absolute inset-x-0 top-full z-(--z-bulk) mt-1 grid max-h-[70dvh] gap-3 overflow-y-auto rounded-lg border-2 border-edge bg-surface p-4 shadow-float">
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Major">
          <Input
            maxLength={limits.text.filter}
            value={form.major}
            onChange={(event) => change({ major: event.target.value })}
          />
        </Field>
        <Field label="Track">
          <Input
            maxLength={limits.text.filter}
            value={form.track}
            onChange={(event) => change({ track: event.target.value })}
          />
        </Field>
        <Field label="Status">
          <Select
            options={[...statusChoices]}
            value={form.status}
            onChange={(event) => change({ status: event.target.value as SearchFormState['status'] })}
          />
        </Field>
      </div>
      {!answer && !form.query && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span>For example</span>
          {examples.map((query) => (
            <button
              key={query}
              type="button"
              className="link min-h-8 text-left"
              onClick={() => change({ query })}
            >
              {query}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
