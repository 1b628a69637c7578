import { SearchIcon, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { texts } from '../../../../contract/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioChips } from '../../../ui/radio-chips.tsx';
import { SearchOptions } from './search-options.tsx';
import { hasFilters, noFilters, type SearchMode, type SearchState } from './use-search.ts';

const modes = [
  { value: 'auto', label: 'Auto' },
  { value: 'vector', label: 'Vector' },
  { value: 'rag', label: 'RAG' },
];

/** The search for applicants by description: one line, with its filters under it while it is used. */
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
        <div className="flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:[&_:has(>[type=radio])]:px-3">
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
          <RadioChips
            legend="Mode"
            hideLegend
            options={modes}
            value={form.mode}
            onChange={(event) => change({ mode: event.target.value as SearchMode })}
          />
          <Button type="submit" aria-busy={busy || undefined} className="max-sm:px-3">
            <SearchIcon size={20} className={busy ? 'animate-pulse' : undefined} />
            <span className="max-sm:sr-only">Search</span>
          </Button>
          <Button
            variant="secondary"
            className="px-3"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal size={20} />
            <span className="max-lg:sr-only">Filters</span>
          </Button>
          {hasFilters(form) && (
            <Button variant="ghost" className="px-3" onClick={() => change(noFilters)}>
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
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  return { ref, isOpen, setOpen };
}
