import { TriangleAlert } from 'lucide-react';
import { limits } from '../../../contract/limits.ts';
import type { SearchResult } from '../../../contract/search.ts';
import { texts } from '../../../contract/texts.ts';
import { joinClasses } from '../../lib/classes.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Match } from './match.tsx';
import type { SearchState } from './use-search.ts';

interface SearchResultsProps {
  search: SearchState;
  onChoose: (id: string) => void;
}

/** The results of the last search, best first. */
export function SearchResults({ search: { answer, chosen }, onChoose }: SearchResultsProps) {
  if (!answer) return null;
  const { results, notice } = answer;
  return (
    <div className="overflow-hidden rounded-lg border border-hairline bg-surface">
      <div role="status" className="border-b border-hairline px-4 py-2 text-sm text-muted">
        <p>
          <span className="tabular font-semibold text-text">{results.length}</span>{' '}
          {results.length === 1 ? 'search result' : 'search results'}
        </p>
        {notice && results.length > 0 && <p>{notice}</p>}
      </div>
      {results.length === 0 ? (
        <EmptyState text={notice ?? texts.search.nothing} />
      ) : (
        <ScrollRegion label="Search results" className="max-h-[70vh] overflow-y-auto">
          <ul>
            {results.map((result) => (
              <li key={result.application._id}>
                <ResultRow
                  result={result}
                  selected={result === chosen}
                  onChoose={() => onChoose(result.application._id)}
                />
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </div>
  );
}

function ResultRow({
  result,
  selected,
  onChoose,
}: {
  result: SearchResult;
  selected: boolean;
  onChoose: () => void;
}) {
  const preview = Array.from(result.text).slice(0, limits.admin.previewLength).join('');
  const tags = result.tags.slice(0, limits.admin.previewTags);
  const more = result.tags.length - tags.length;
  return (
    <button
      type="button"
      aria-current={selected || undefined}
      onClick={onChoose}
      className={joinClasses(
        'grid w-full gap-2 border-b border-hairline px-4 py-3 text-left -outline-offset-3',
        selected ? 'bg-surface-2 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-surface-2',
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="block truncate font-semibold">{result.name || texts.admin.noName}</span>
          <span className="block truncate text-sm text-muted">
            {result.email ?? texts.admin.noEmail} · {result.major}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <Match score={result.match_score} />
          <StatusPill status={result.application.status} />
        </span>
      </span>
      <span className="text-sm break-words">
        {preview}
        {preview.length < result.text.length && '…'}
      </span>
      {(tags.length > 0 || result.suspicious) && (
        <span className="flex flex-wrap items-center gap-1.5">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {more > 0 && <span className="text-sm text-muted">+{more} more</span>}
          {result.suspicious && (
            <Badge tone="rejected">
              <TriangleAlert size={14} aria-hidden="true" />
              Check the resume
            </Badge>
          )}
        </span>
      )}
    </button>
  );
}
