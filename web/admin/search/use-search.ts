import { useCallback, useRef, useState } from 'react';
import type { ApplicationStatus } from '../../../contract/applications.ts';
import type { SearchAnswer, SearchType } from '../../../contract/search.ts';
import { fill, texts } from '../../../contract/texts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.tsx';
import { fetchSearchResults, fetchSearchType } from './search.api.ts';
import { findSearchWarning, type SearchWarningKind } from './warning.ts';

export type SearchMode = 'auto' | SearchType;

export interface SearchFormState {
  query: string;
  mode: SearchMode;
  major: string;
  track: string;
  status: 'all' | ApplicationStatus;
}

export const noFilters = { major: '', track: '', status: 'all' } as const;
export const hasFilters = ({ major, track, status }: SearchFormState) =>
  major !== '' || track !== '' || status !== 'all';
export const modeNames: Record<SearchType, string> = { vector: 'Vector', rag: 'RAG' };

/** Returns the filters of the form, trimmed and without empty ones. */
function toSearchFilters({ major, track, status }: SearchFormState) {
  return {
    ...(major.trim() && { major: major.trim() }),
    ...(track.trim() && { track: track.trim() }),
    ...(status !== 'all' && { status }),
  };
}

interface ChosenResult {
  resultId: string | undefined;
  selectResult: (id: string | undefined, how?: { replace?: boolean }) => void;
}

/** The state of the search: its form, the warning before it runs, its results, and which result is open. */
export function useSearch({ resultId, selectResult }: ChosenResult) {
  const [form, setForm] = useState<SearchFormState>({ query: '', mode: 'auto', ...noFilters });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [warning, setWarning] = useState<{ kind: SearchWarningKind; tokens: number }>();
  const [answer, setAnswer] = useState<SearchAnswer>();
  /** The question that `answer` answers. */
  const [asked, setAsked] = useState('');
  const [shown, setShown] = useState(false);
  const running = useRef<AbortController>(undefined);

  const run = useCallback(
    async (type: SearchType) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setWarning(undefined);
      setBusy(true);
      try {
        const body = { query: form.query.trim(), filters: toSearchFilters(form) };
        const found = await fetchSearchResults(type, body, signal);
        setAnswer(found);
        setAsked(body.query);
        if (new URLSearchParams(location.search).has('result')) selectResult(undefined, { replace: true });
        setShown(true);
        toast.success(fill(texts.search.found, { count: found.results.length, mode: modeNames[type] }));
      } catch (failure) {
        if (!signal.aborted) setError(getErrorMessage(failure, texts.search.failed));
      } finally {
        if (running.current === controller) setBusy(false);
      }
    },
    [form, selectResult],
  );

  /** Asks the server which search suits the query, then runs it or shows a warning. */
  async function submit() {
    setError(undefined);
    if (!form.query.trim()) return setError(texts.search.empty);
    // A search that is under way is given up for the new one.
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const { searchType, tokenCount } = await fetchSearchType(form.query);
      if (running.current !== controller) return;
      const type = form.mode === 'auto' ? searchType : form.mode;
      const kind = findSearchWarning(type, tokenCount);
      if (!kind) return void (await run(type));
      setWarning({ kind, tokens: tokenCount });
    } catch (failure) {
      if (running.current !== controller) return;
      setError(getErrorMessage(failure, texts.search.validateFailed));
    }
    setBusy(false);
  }

  const results = answer?.results ?? [];
  const index = results.findIndex((result) => result.application._id === resultId);
  return {
    form,
    change: (part: Partial<SearchFormState>) => setForm((before) => ({ ...before, ...part })),
    busy,
    error,
    dismissError: () => setError(undefined),
    warning,
    dismissWarning: () => setWarning(undefined),
    submit,
    run,
    answer,
    asked,
    shown,
    show: setShown,
    chosen: results[index],
    move: (step: 1 | -1) => {
      const next = results[index < 0 ? 0 : index + step];
      if (next) selectResult(next.application._id, { replace: index >= 0 });
    },
  };
}

export type SearchState = ReturnType<typeof useSearch>;
