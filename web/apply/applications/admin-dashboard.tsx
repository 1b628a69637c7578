import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '../../../contract/texts.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useTitle } from '../../lib/title.ts';
import { useStoredToggle } from '../../lib/use-stored-toggle.ts';
import { CommandPalette } from '../../ui/command-palette.tsx';
import { ApplicationFigures } from './application-figures.tsx';
import { applicationByIdQuery } from './applications.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { DashboardPanes } from './dashboard-panes.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { HeldDecisions } from './held-decisions.tsx';
import { SearchForm } from './search/search-form.tsx';
import { SearchModeDialog } from './search/search-mode-dialog.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { useDashboard } from './use-dashboard.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useShortcutsToggle } from './use-shortcuts.ts';

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
