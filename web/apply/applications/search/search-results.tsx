import Check from 'lucide:check';
import CircleDashed from 'lucide:circle-dashed';
import CircleHelp from 'lucide:circle-help';
import TriangleAlert from 'lucide:triangle-alert';
import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { Application } from '../../../../contract/apply/applications.ts';
import type { Evidence, SearchField, SearchResult } from '../../../../contract/apply/search.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, texts } from '../../../../contract/texts.ts';
import { queryClient } from '../../../lib/call.ts';
import { joinClasses } from '../../../lib/classes.ts';
import { formatName } from '../../../lib/format-name.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { EmptyState } from '../../../ui/page-states.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { applicationByIdQuery } from '../applications.api.ts';
import { type RowToFocus, useFocusedRow } from '../use-row-focus.ts';
import { type SearchState, splitAtLine } from './use-search.ts';

interface SearchResultsProps {
  search: SearchState;
  onChoose: (id: string) => void;
  ticked: ReadonlyMap<string, Application>;
  onTick: (application: Application) => void;
  onTickAll: (applications: Application[]) => void;
  toFocus: RowToFocus;
  /** Where the results are scrolled to, in pixels. */
  offset: { current: number };
}

/** The results of the last search under its question, best first, with what was understood of it. */
export function SearchResults(props: SearchResultsProps) {
  const { search, onChoose, ticked, onTick, onTickAll, toFocus, offset } = props;
  const { answer, asked, chosen, changeField } = search;
  const scroller = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = offset.current;
  }, [offset]);
  if (!answer) return null;
  // The specification's answer has nothing but `results`; everything else may be missing.
  const { results, notice, fields = [], summary } = answer;
  const { above, below } = splitAtLine(results);
  // A result holds less than an application: what is selected is exported and decided whole.
  const load = (id: string) => queryClient.fetchQuery(applicationByIdQuery(id));
  const failed = () => toast.error(texts.admin.listFailed);
  const tick = (id: string) => load(id).then(onTick).catch(failed);
  const tickAll = () =>
    Promise.all(above.map(({ application }) => load(application._id)))
      .then(onTickAll)
      .catch(failed);
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-hairline bg-surface lg:min-h-0">
      <div className="grid grid-cols-1 gap-1 border-b border-hairline px-4 py-2 text-sm text-muted">
        <h2 className="line-clamp-2 text-base break-words text-text">“{asked}”</h2>
        <div role="status">
          <p>
            {above.length === limits.search.maxResults && 'The first '}
            <span className="tabular font-semibold text-text">{above.length}</span>{' '}
            {above.length === 1 ? 'search result' : 'search results'}
            {below.length > 0 && `, ${below.length} below the line`}
          </p>
          {notice && results.length > 0 && <p>{notice}</p>}
          {summary && (
            <div className="my-2 border-l-4 border-edge pl-3">
              <p className="break-words text-text">{summary.text}</p>
              <p>{fill(texts.search.summary, { model: summary.model })}</p>
            </div>
          )}
        </div>
        <Fields fields={fields} onChange={changeField} />
        {above.length > 1 && (
          <p className="text-right">
            <button type="button" className="link min-h-8" onClick={() => void tickAll()}>
              Select all
            </button>
          </p>
        )}
      </div>
      {results.length === 0 ? (
        <EmptyState text={notice ?? texts.search.nothing} />
      ) : (
        <ScrollRegion
          ref={scroller}
          label="Search results"
          className="max-h-[70vh] min-h-0 overflow-y-auto"
          onScroll={({ currentTarget }) => {
            offset.current = currentTarget.scrollTop;
          }}
        >
          <ul>
            {[...above, ...below].map((result) => (
              <li key={result.application._id}>
                {result === below[0] && (
                  <p className="border-b border-hairline bg-surface-2 px-4 py-2 text-sm text-muted">
                    {texts.search.belowTheLine}
                  </p>
                )}
                <ResultRow
                  result={result}
                  selected={result === chosen}
                  onChoose={() => onChoose(result.application._id)}
                  ticked={ticked.has(result.application._id)}
                  onTick={() => void tick(result.application._id)}
                  toFocus={toFocus}
                />
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </div>
  );
}

interface ResultRowProps {
  result: SearchResult;
  selected: boolean;
  onChoose: () => void;
  ticked: boolean;
  onTick: () => void;
  toFocus: RowToFocus;
}

function ResultRow({ result, selected, onChoose, ticked, onTick, toFocus }: ResultRowProps) {
  const button = useFocusedRow(result.application._id, selected, toFocus);
  // The current status, once the application was opened or changed here.
  const { data: known } = useQuery({ ...applicationByIdQuery(result.application._id), enabled: false });
  const preview = Array.from(result.text).slice(0, limits.admin.previewLength).join('');
  const tags = result.tags.slice(0, limits.admin.previewTags);
  const more = result.tags.length - tags.length;
  // Blind review gives them an id of their own instead of the person's.
  const isHidden = result.user_id === result.application._id;
  return (
    <div
      className={joinClasses(
        'flex items-start border-b border-hairline',
        selected ? 'bg-surface-2 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-surface-2',
      )}
    >
      <Checkbox
        label={`Select ${formatName(result.name)}`}
        hideLabel
        checked={ticked}
        onChange={onTick}
        className="pl-3"
      />
      <button
        ref={button}
        type="button"
        aria-current={selected || undefined}
        onClick={onChoose}
        className="grid min-w-0 flex-1 grid-cols-1 gap-2 py-3 pr-4 pl-2 text-left -outline-offset-3"
      >
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0">
            <span className="block truncate font-semibold">{formatName(result.name)}</span>
            <span className="block truncate text-sm text-muted">
              {result.email ?? (isHidden ? 'Hidden until you rate' : texts.admin.noEmail)} · {result.major}
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1">
            <Match score={result.match_score} />
            <StatusPill status={known?.status ?? result.application.status} />
          </span>
        </span>
        <span className="text-sm break-words">
          {preview}
          {preview.length < result.text.length && '…'}
        </span>
        <EvidenceLines evidence={result.evidence ?? []} inList />
        {(tags.length > 0 || result.suspicious) && (
          <span className="flex flex-wrap items-center gap-1.5">
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            {more > 0 && <span className="text-sm text-muted">+{more} more</span>}
            {result.suspicious && (
              <Badge tone="rejected">
                <TriangleAlert size={14} />
                Check the resume
              </Badge>
            )}
          </span>
        )}
      </button>
    </div>
  );
}

interface FieldsProps {
  fields: readonly SearchField[];
  onChange: SearchState['changeField'];
}

function Fields({ fields, onChange }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <ul aria-label="Fields of the question" className="flex flex-wrap gap-1.5">
      {fields.map(({ key, label, values, options }) => (
        <li key={key} className="max-w-full">
          <Badge className="min-h-8 max-w-full pr-1">
            {options.length > 0 ? (
              <select
                aria-label={`Change ${label}`}
                className="field-sizing-content min-h-8 min-w-0 truncate bg-transparent"
                value={values.join()}
                onChange={(event) => onChange(key, [event.target.value])}
              >
                <option value={values.join()}>{label}</option>
                {options
                  .filter(({ value }) => value !== values.join())
                  .map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
              </select>
            ) : (
              <span className="break-words whitespace-normal">{label}</span>
            )}
            <button
              type="button"
              className="grid size-8 place-items-center"
              onClick={() => onChange(key, [])}
            >
              <X size={16} />
              <span className="sr-only">Remove {label}</span>
            </button>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

const states = {
  met: { Icon: Check, color: 'text-success', name: 'met' },
  partial: { Icon: CircleDashed, color: 'text-warning', name: 'partial' },
  'not found': { Icon: CircleHelp, color: 'text-muted', name: 'not mentioned' },
  contradicted: { Icon: X, color: 'text-danger', name: 'contradicted' },
} as const;

interface EvidenceLinesProps {
  evidence: readonly Evidence[];
  inList?: boolean | undefined;
}

/** A line for each thing that was asked for: how the application meets it, with a quote. The first five in a list of results. */
function EvidenceLines({ evidence, inList = false }: EvidenceLinesProps) {
  const shown = inList ? evidence.slice(0, shownParts) : evidence;
  return shown.map(({ constraint, state, source, wish, related, ...cited }) => {
    const { Icon, color, name } = states[state];
    // `approved` is not said twice.
    const quote = cited.quote === constraint ? undefined : cited.quote;
    return (
      <span key={constraint} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm">
        <Icon size={16} className={`mt-0.5 ${color}`} />
        <span className={joinClasses('break-words text-muted', inList && 'line-clamp-2')}>
          <span className="font-semibold text-text">{constraint}</span>{' '}
          <span className={inList && quote ? 'sr-only' : color}>{name}</span>{' '}
          {source === 'application' ? quote : quote && <q>{quote}</q>}
          {!inList && source && ` (${source})`}
          {related && ' · related'}
          {wish && ' · planned, not done'}
        </span>
      </span>
    );
  });
}
const shownParts = 5;

const resumeStates = {
  waiting: 'The resume has not been read yet. Only the answers are searched.',
  unavailable: 'The resume has no readable text, such as a scan. Only the answers are searched.',
} as const;

export function SearchResultCard({ result }: { result: SearchResult }) {
  const { evidence = [], tags, socials, contact_number: phone, resumeText, match_score: score } = result;
  return (
    <Card title="Search result" aside={<Match score={score} />} contentClass="grid gap-4">
      <p className="text-sm text-muted">
        {fill(texts.search.matchMeaning, { percent: Math.round(score * 100) })}
      </p>
      <EvidenceLines evidence={evidence} />
      {result.suspicious && (
        <p className="text-sm font-semibold text-danger">
          Parts of this application address the search rather than people, such as instructions, lists of
          keywords or hidden text. They are ignored as far as possible: check the resume.
        </p>
      )}
      {resumeText !== 'read' && <p className="text-sm text-muted">{resumeStates[resumeText]}</p>}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      {(socials.length > 0 || phone) && (
        <ul aria-label="Contacts" className="grid gap-1 text-sm break-all">
          {phone && (
            <li>
              <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                {phone}
              </a>
            </li>
          )}
          {socials.map((url) => (
            <li key={url}>
              <a className="link" href={url} target="_blank" rel="noreferrer nofollow">
                {url.replace(/^https?:\/\//, '')}
              </a>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="min-h-8 cursor-pointer font-semibold">Profile text</summary>
        <p className="mt-2 max-w-[66ch] text-sm break-words whitespace-pre-wrap">{result.text}</p>
      </details>
    </Card>
  );
}

function Match({ score }: { score: number }) {
  const percent = Math.round(score * 100);
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="h-2 w-14 overflow-hidden rounded-full bg-hairline">
        <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="tabular font-mono text-xs font-semibold">
        {percent}%<span className="sr-only"> match</span>
      </span>
    </span>
  );
}
