import { useState } from 'react';
import type { SettingsValues } from '../../../contract/event/settings.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { formatName } from '../../lib/format-name.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { usePreviewSearchTerms } from './settings.api.ts';

/** What the terms that are typed would change for the last questions of organizers. */
export function SearchPreview({ values, isWrong }: { values: SettingsValues; isWrong: boolean }) {
  const preview = usePreviewSearchTerms();
  const [tried, setTried] = useState<string>();
  const typed = JSON.stringify(values.searchTerms ?? []);
  const { terms, questions } = preview.data ?? { terms: [], questions: [] };
  const changed = questions.filter(({ before, after, added }) => before !== after || added.length > 0);
  return (
    <section aria-label="What changes" className="grid gap-3">
      <div>
        <Button
          variant="secondary"
          busy={preview.isPending}
          disabled={isWrong}
          onClick={() => {
            setTried(typed);
            preview.mutate(JSON.parse(typed));
          }}
        >
          Try with the last 20 questions
        </Button>
      </div>
      {preview.errorText && <ErrorBox message={preview.errorText} />}
      {preview.data && (
        <div role="status" className="grid gap-3">
          {tried !== typed && (
            <p className="text-sm text-muted">The terms have changed since this was tried.</p>
          )}
          <ul className="grid gap-1">
            {terms.map(({ term, applications, isKnown }) => (
              <li key={term} className="wrap-anywhere">
                <strong>{term}</strong>: in {formatCount(applications, 'application')}
                {isKnown && <span className="text-muted"> · the search knows this topic</span>}
              </li>
            ))}
          </ul>
          <p className="font-semibold">
            {questions.length === 0
              ? 'Nobody has searched yet, so there is nothing to compare.'
              : changed.length === 0
                ? `The last ${formatCount(questions.length, 'question')} would find the same people.`
                : `Of the last ${formatCount(questions.length, 'question')}, ${formatCount(changed.length, 'answer')} would change.`}
          </p>
          <ul className="divide-y divide-hairline">
            {changed.map(({ text, before, after, added }) => (
              <li key={text} className="grid gap-1 py-2 wrap-anywhere">
                <span>“{text}”</span>
                <span className="text-sm text-muted">
                  {before} → {after} found
                  {added.length > 0 && `; new among the first ten: ${added.map(formatName).join(', ')}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
