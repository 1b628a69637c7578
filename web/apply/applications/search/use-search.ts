import { useRef, useState } from 'react';
import type { ApplicationStatus } from '../../../../contract/apply/applications.ts';
import type {
  ChangedFields,
  SearchAnswer,
  SearchField,
  SearchResult,
  SearchType,
} from '../../../../contract/apply/search.ts';
import { fill, texts } from '../../../../contract/texts.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { toast } from '../../../ui/toast.tsx';
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

/**
 * Parts results at the page's line: below it, less than half of what was asked for has evidence. When nobody has more, the
 * best of it stands above.
 */
export function splitAtLine(results: readonly SearchResult[]): Record<'above' | 'below', SearchResult[]> {
  const best = results.find(({ fits }) => fits !== false)?.match_score ?? 0;
  const isAbove = ({ fits, match_score: score }: SearchResult) =>
    fits !== false && (score >= 0.5 || best < 0.5);
  return { above: results.filter(isAbove), below: results.filter((result) => !isAbove(result)) };
}

/** The state of the search: its form, the warning before it runs, its results, and which result is open. */
export function useSearch({ resultId, selectResult }: ChosenResult) {
  const [form, setForm] = useState<SearchFormState>({ query: '', mode: 'auto', ...noFilters });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [warning, setWarning] = useState<{ kind: SearchWarningKind; tokens: number }>();
  /** The answer, and the question that it answers. */
  const [found, setFound] = useState<{
    answer: SearchAnswer;
    asked: string;
    type: SearchType;
    changed: ChangedFields;
  }>();
  const [shown, setShown] = useState(false);
  const running = useRef<AbortController>(undefined);

  /** Does `work` in place of what is under way, and shows its error unless newer work has replaced it. */
  async function attempt(fallback: string, work: (signal: AbortSignal) => Promise<void>) {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setBusy(true);
    await work(signal).catch((failure: unknown) => {
      if (!signal.aborted) setError(getErrorMessage(failure, fallback));
    });
    if (!signal.aborted) setBusy(false);
  }

  function run(type: SearchType, changed: ChangedFields = {}, asked = form.query.trim()) {
    setWarning(undefined);
    return attempt(texts.search.failed, async (signal) => {
      const hasChanges = Object.keys(changed).length > 0;
      const body = { query: asked, filters: toSearchFilters(form), ...(hasChanges && { fields: changed }) };
      const answer = await fetchSearchResults(type, body, signal);
      setFound({ answer, asked, type, changed });
      if (new URLSearchParams(location.search).has('result')) selectResult(undefined, { replace: true });
      setShown(true);
      const count = splitAtLine(answer.results).above.length;
      toast.success(fill(texts.search.found, { count, mode: modeNames[type] }));
    });
  }

  /** Asks the server which search suits the query, then runs it or shows a warning. */
  async function submit() {
    setError(undefined);
    if (!form.query.trim()) return setError(texts.search.empty);
    await attempt(texts.search.validateFailed, async (signal) => {
      const { searchType, tokenCount } = await fetchSearchType(form.query);
      if (signal.aborted) return;
      const type = form.mode === 'auto' ? searchType : form.mode;
      const kind = findSearchWarning(type, tokenCount);
      if (kind) setWarning({ kind, tokens: tokenCount });
      else await run(type);
    });
  }

  const results = found?.answer.results ?? [];
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
    answer: found?.answer,
    /** Searches again with other values of a field, or without it. */
    changeField: (key: SearchField['key'], values: string[]) => {
      if (found) void run(found.type, { ...found.changed, [key]: values }, found.asked);
    },
    asked: found?.asked ?? '',
    shown,
    show: setShown,
    chosen: results[index],
    /** Opens the next result or the one before; `onMove` gets its id. */
    move: (step: 1 | -1, onMove: (id: string) => void) => {
      const next = results[index < 0 ? 0 : index + step];
      if (!next) return;
      onMove(next.application._id);
      selectResult(next.application._id, { replace: index >= 0 });
    },
  };
}

export type SearchState = ReturnType<typeof useSearch>;
