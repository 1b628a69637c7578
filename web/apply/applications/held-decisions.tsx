import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../contract/platform/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { applicationCountsQuery, useReleaseDecisions } from './applications.api.ts';

/** The number of held decisions, and the button that releases them. */
export function HeldDecisions() {
  const { data: counts } = useQuery(applicationCountsQuery);
  const release = useReleaseDecisions();
  const [isAsked, setAsked] = useState(false);
  const held = counts?.held;
  if (held === undefined) return null;
  const decisions = formatCount(held, 'decision');
  return (
    <section
      aria-label="Held decisions"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 min-h-12.5 rounded-lg border border-hairline bg-surface px-3 py-2 text-sm"
    >
      <p>
        Decisions are held: applicants see no change and get no email until you release them.{' '}
        {held === 0 && 'None are waiting.'}
      </p>
      {held > 0 && (
        <Button size="sm" busy={release.isPending} onClick={() => setAsked(true)}>
          Release {decisions}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        title={`Release ${decisions}?`}
        body="All of these applicants see their decision at once and get an email. This cannot be undone."
        confirmLabel="Release"
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          release.mutate();
        }}
      />
    </section>
  );
}
