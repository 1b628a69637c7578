import { SearchIcon, X } from 'lucide-react';
import { limits } from '../../../contract/limits.ts';
import { texts } from '../../../contract/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { Select } from '../../ui/select.tsx';
import {
  noFilters,
  type SearchMode,
  type SearchState,
  type SearchFormState as Values,
} from './use-search.ts';

const modes = [
  { value: 'auto', label: 'Auto' },
  { value: 'vector', label: 'Vector' },
  { value: 'rag', label: 'RAG' },
];
const statuses = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];
const examples = [
  'second-year biology student who has shipped an app',
  'designers who have never been to a hackathon',
  'knows embedded C, not in the Startup Track',
];

/** The search for applicants by description, with its filters. */
export function SearchForm({ search }: { search: SearchState }) {
  const { form, change, busy, answer } = search;
  const filtered = form.major || form.track || form.status !== 'all';
  return (
    <search aria-label="Applicants">
      <form
        className="grid gap-4 rounded-lg border border-hairline bg-surface p-4 sm:p-5"
        onSubmit={(event) => {
          event.preventDefault();
          void search.submit();
        }}
      >
        <div className="grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
          <Field label="Describe who you are looking for">
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  type="search"
                  data-shortcut="/"
                  enterKeyHint="search"
                  maxLength={limits.text.query}
                  value={form.query}
                  onChange={(event) => change({ query: event.target.value })}
                />
                <Button type="submit" busy={busy}>
                  {!busy && <SearchIcon size={20} aria-hidden="true" />}
                  Search
                </Button>
              </div>
            )}
          </Field>
          <RadioChips
            legend="Mode"
            options={modes}
            value={form.mode}
            onChange={(event) => change({ mode: event.target.value as SearchMode })}
          />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
          <Field label="Major">
            {(control) => (
              <Input
                {...control}
                maxLength={limits.text.filter}
                value={form.major}
                onChange={(event) => change({ major: event.target.value })}
              />
            )}
          </Field>
          <Field label="Track">
            {(control) => (
              <Input
                {...control}
                maxLength={limits.text.filter}
                value={form.track}
                onChange={(event) => change({ track: event.target.value })}
              />
            )}
          </Field>
          <Field label="Status">
            {(control) => (
              <Select
                {...control}
                options={statuses}
                value={form.status}
                onChange={(event) => change({ status: event.target.value as Values['status'] })}
              />
            )}
          </Field>
          <Button variant="ghost" disabled={!filtered} onClick={() => change(noFilters)}>
            <X size={20} aria-hidden="true" />
            {texts.search.clearFilters}
          </Button>
        </div>
        {search.error && <ErrorBox message={search.error} onDismiss={search.dismissError} />}
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
      </form>
    </search>
  );
}
