import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatNumber } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { statusLabels } from '../../lib/status-labels.ts';
import { useTitle } from '../../lib/title.ts';
import { useStoredToggle } from '../../lib/use-stored-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { CommandPalette } from '../../ui/command-palette.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { applicationByIdQuery, applicationCountsQuery, useReleaseDecisions } from './applications.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { DashboardPanes } from './dashboard-panes.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { SearchForm } from './search/search-form.tsx';
import { SearchModeDialog } from './search/search-mode-dialog.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useBulkChange } from './use-bulk-change.ts';
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

const ApplicationCharts = lazyPart(() => import('./application-charts.tsx'), <div className="min-h-64" />);

/** The number of applications by status, and charts of applications and arrivals over time. */
function ApplicationFigures() {
  const event = useEvent();
  const { data: counts } = useQuery(applicationCountsQuery);
  const totals = [
    ['Total', counts?.all],
    [statusLabels.pending, counts?.pending],
    [statusLabels.approved, counts?.approved],
    [statusLabels.rejected, counts?.rejected],
  ] as const;
  return (
    // In a low window the list keeps its height, and this scrolls.
    <ScrollRegion
      label="Figures"
      className="grid gap-6 lg:min-h-32 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-10 lg:overflow-y-auto"
    >
      <dl className="grid grid-cols-4 content-start gap-x-6 gap-y-4 lg:grid-cols-2">
        {totals.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="tabular font-display text-2xl font-semibold">
              {count === undefined ? '–' : formatNumber(count, event)}
            </dd>
          </div>
        ))}
      </dl>
      <ApplicationCharts />
    </ScrollRegion>
  );
}

// Most events do not limit their places.
const PlacesBar = lazyPart(() => import('./places/places-bar.tsx'));

const isLargeScreen = () => matchMedia('(min-width: 1024px) and (min-height: 1000px)').matches;

/** The organizers' dashboard. From 1024 px on it fills the window, and its panes scroll instead of the page. */
export default function AdminDashboard() {
  useTitle(texts.admin.title);
  const event = useEvent();
  const dashboard = useDashboard();
  const { review, search } = dashboard;
  const { selection } = review;
  const bulk = useBulkChange();
  const shortcuts = useShortcutsToggle();
  const figures = useStoredToggle('admin:figures', isLargeScreen);
  const reviewing = useStoredToggle('admin:reviewing');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const chosenId = search.chosen?.application._id;
  const { data: chosen } = useQuery({
    ...applicationByIdQuery(chosenId ?? ''),
    enabled: chosenId !== undefined,
  });
  const commands = usePageKeys({
    review,
    current: chosen ?? review.current,
    on: shortcuts.on,
    move: dashboard.move,
    setFilter: dashboard.setFilter,
    deselect: dashboard.deselect,
    openSheet: () => setSheetOpen(true),
  });
  return (
    // Under the header of 48 px, within the padding of the page.
    <div className="grid grid-cols-1 gap-3 lg:flex lg:h-[calc(100dvh-48px-1.75rem)] lg:flex-col">
      <DashboardToolbar
        dashboard={dashboard}
        figures={figures}
        reviewing={reviewing}
        onShortcuts={() => setSheetOpen(true)}
      />
      <HeldDecisions />
      {event?.capacity !== undefined && <PlacesBar />}
      {figures.shown && <ApplicationFigures />}
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
      <DashboardPanes dashboard={dashboard} shortcuts={shortcuts.on} isReviewing={reviewing.shown} />
      <BulkBar
        selected={selection.selected}
        onClear={selection.clear}
        onChange={(applications, status) => {
          selection.clear();
          bulk.start(applications, status);
        }}
      />
      <CommandPalette commands={commands} />
      <ShortcutSheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        on={shortcuts.on}
        onChange={shortcuts.change}
      />
    </div>
  );
}
