import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { useTitle } from '../../lib/title.ts';
import { useStoredToggle } from '../../lib/use-stored-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { applicationByIdQuery, applicationCountsQuery, useReleaseDecisions } from './applications.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { DashboardPanes } from './dashboard-panes.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { SearchForm } from './search/search-form.tsx';
import { SearchModeDialog } from './search/search-mode-dialog.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { useCanDecide } from './use-can-decide.ts';
import { useDashboard } from './use-dashboard.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useShortcutsToggle } from './use-shortcuts.ts';

/** The number of held decisions, and the button that releases them. */
function HeldDecisions() {
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

/** The organizers' dashboard. From 1024 px on it fills the window, and its panes scroll instead of the page. */
export default function AdminDashboard() {
  useTitle(texts.admin.title);
  const dashboard = useDashboard();
  const { review, search } = dashboard;
  const { selection } = review;
  const bulk = useBulkChange();
  const canDecide = useCanDecide();
  const shortcuts = useShortcutsToggle();
  const reviewing = useStoredToggle('admin:reviewing');
  const table = useStoredToggle('admin:table');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const chosenId = search.chosen?.application._id;
  const { data: chosen } = useQuery({
    ...applicationByIdQuery(chosenId ?? ''),
    enabled: chosenId !== undefined,
  });
  usePageKeys({
    review,
    current: chosen ?? review.current,
    on: shortcuts.on,
    move: dashboard.move,
    setFilter: dashboard.setFilter,
    isRating: reviewing.shown,
    deselect: dashboard.deselect,
    openSheet: () => setSheetOpen(true),
  });
  return (
    // Under the header of 48 px, within the padding of the page.
    <div className="grid grid-cols-1 gap-3 lg:flex lg:h-[calc(100dvh-48px-1.75rem)] lg:flex-col">
      <DashboardToolbar
        dashboard={dashboard}
        reviewing={reviewing}
        table={table}
        onShortcuts={() => setSheetOpen(true)}
      />
      {canDecide && <HeldDecisions />}
      <SearchForm search={search} />
      <SearchModeDialog search={search} />
      {bulk.run && (
        <BulkProgress
          run={bulk.run}
          onStop={bulk.stop}
          onDismiss={bulk.dismiss}
          onRetry={bulk.retry}
          onUndo={bulk.undo}
        />
      )}
      <DashboardPanes
        dashboard={dashboard}
        shortcuts={shortcuts.on}
        isReviewing={reviewing.shown}
        wantsTable={table.shown}
      />
      {canDecide && (
        <BulkBar
          selected={selection.selected}
          onClear={selection.clear}
          onChange={(applications, status) => {
            selection.clear();
            bulk.start(applications, status);
          }}
        />
      )}
      <ShortcutSheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        on={shortcuts.on}
        onChange={shortcuts.change}
      />
    </div>
  );
}
