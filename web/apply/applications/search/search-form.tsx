import SearchIcon from 'lucide:search';
import SlidersHorizontal from 'lucide:sliders-horizontal';
import X from 'lucide:x';
import { useEffect, useRef, useState } from 'react';
import type { SearchType } from '../../../../contract/apply/search.ts';
import { limits } from '../../../../contract/limits.ts';
import { formatCount } from '../../../../contract/platform/format.ts';
import { fill, texts } from '../../../../contract/texts.ts';
import { listenTo } from '../../../lib/listen-to.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { ErrorBox } from '../../../ui/page-states.tsx';
import { RadioChips } from '../../../ui/radio-chips.tsx';
import { statusChoices } from '../list-controls.tsx';
import {
  hasFilters,
  modeNames,
  noFilters,
  type SearchFormState,
  type SearchMode,
  type SearchState,
} from './use-search.ts';
import type { SearchWarningKind } from './warning.ts';

const modes = [
  { value: 'auto', label: 'Auto' },
  { value: 'vector', label: 'Vector' },
  { value: 'rag', label: 'RAG' },
];

/** The search for applicants by description: one line, with its options under it while it is used. */
export function SearchForm({ search }: { search: SearchState }) {
  const { form, change, busy } = search;
  const { ref, isOpen, setOpen } = useUnfolding();
  return (
    <search aria-label="Applicants">
      <form
        ref={ref}
        className="relative grid gap-2"
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          // The keyboard on a phone would cover the results.
          if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLElement)
            document.activeElement.blur();
          void search.submit();
        }}
      >
        <div className="flex flex-wrap gap-2 max-sm:gap-1.5">
          <Input
            type="search"
            aria-label="Describe who you are looking for"
            placeholder="Describe who you are looking for"
            className="min-w-48 flex-1 max-sm:basis-full"
            data-shortcut="/"
            enterKeyHint="search"
            maxLength={limits.text.query}
            value={form.query}
            onFocus={() => setOpen(true)}
            onChange={(event) => change({ query: event.target.value })}
          />
          <Button type="submit" aria-busy={busy || undefined} className="max-sm:px-3">
            <SearchIcon size={20} className={busy ? 'animate-pulse' : undefined} />
            <span className="max-sm:sr-only">Search</span>
          </Button>
          <Button
            variant="secondary"
            className="max-lg:px-3"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal size={20} />
            <span className="max-lg:sr-only">Options</span>
          </Button>
          {hasFilters(form) && (
            <Button variant="ghost" className="max-lg:px-3" onClick={() => change(noFilters)}>
              <X size={20} />
              <span className="max-lg:sr-only">{texts.search.clearFilters}</span>
            </Button>
          )}
        </div>
        {isOpen && <SearchOptions search={search} />}
        {busy && (
          <p
            role="status"
            className="absolute top-full right-0 z-10 mt-1 animate-late rounded-md border border-border bg-surface px-3 py-1"
          >
            Searching...
          </p>
        )}
        {search.error && <ErrorBox message={search.error} onDismiss={search.dismissError} />}
      </form>
    </search>
  );
}

/** Whether the form is unfolded; a click or the focus elsewhere folds it. */
function useUnfolding() {
  const ref = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ type, target }: Event) => {
      if (!(target instanceof Node) || ref.current?.contains(target)) return;
      // A click on text, in Safari also on a button, puts the focus on what is around the form and can have it.
      if (type === 'focusin' && target.contains(ref.current)) return;
      setOpen(false);
    };
    return listenTo(document, ['pointerdown', 'focusin'], closeOutside);
  }, [isOpen]);
  return { ref, isOpen, setOpen };
}

const examples = [
  'second-year biology student who has shipped an app',
  'designers who have never been to a hackathon',
  'knows embedded C, not in the Startup Track',
];

/** A panel with the mode, the filters and example questions; it covers the page below. */
function SearchOptions({ search: { form, change, answer } }: { search: SearchState }) {
  return (
    <div className="absolute inset-x-0 top-full z-(--z-bulk) mt-1 grid max-h-[70dvh] gap-3 overflow-y-auto rounded-lg border-2 border-edge bg-surface p-4 shadow-float">
      <RadioChips
        legend="Mode"
        options={modes}
        value={form.mode}
        onChange={(event) => change({ mode: event.target.value as SearchMode })}
      />
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

const cases: Record<SearchWarningKind, { limit: number; asked: SearchType; better?: SearchType }> = {
  useRag: { limit: limits.search.vectorMax, asked: 'vector', better: 'rag' },
  useVector: { limit: limits.search.ragMin, asked: 'rag', better: 'vector' },
  expensive: { limit: limits.search.ragMax, asked: 'rag' },
};

interface SearchModeDialogProps {
  search: Pick<SearchState, 'warning' | 'dismissWarning' | 'run'>;
}

export function SearchModeDialog({ search }: SearchModeDialogProps) {
  const { warning, dismissWarning, run } = search;
  const { limit, asked, better } = cases[warning?.kind ?? 'useRag'];
  return (
    <Dialog
      open={warning !== undefined}
      onClose={dismissWarning}
      title={texts.search.warningTitle}
      description={
        warning && fill(texts.search[warning.kind], { tokens: formatCount(warning.tokens, 'token'), limit })
      }
      footer={
        <>
          <Button variant="ghost" onClick={dismissWarning}>
            Cancel
          </Button>
          <Button variant={better ? 'secondary' : 'primary'} onClick={() => void run(asked)}>
            {better ? `Proceed with ${modeNames[asked]}` : texts.search.proceedExpensive}
          </Button>
          {better && <Button onClick={() => void run(better)}>Use {modeNames[better]}</Button>}
        </>
      }
    />
  );
}
