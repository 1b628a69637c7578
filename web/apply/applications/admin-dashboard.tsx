import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { useTitle } from '../../lib/title.ts';
import { useNow } from '../../lib/use-now.ts';
import { useStoredToggle } from '../../lib/use-stored-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Progress } from '../../ui/progress.tsx';
import { applicationByIdQuery, applicationCountsQuery, useReleaseDecisions } from './applications.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DashboardPanes } from './dashboard-panes.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { SearchForm, SearchModeDialog } from './search/search-form.tsx';
import { type BulkRun, useBulkChange } from './use-bulk-change.ts';
import { useCanDecide } from './use-can-decide.ts';
import { useDashboard } from './use-dashboard.ts';
import { usePageKeys } from './use-page-keys.ts';

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
  const shortcuts = useStoredToggle('admin:shortcuts', () => true);
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
    on: shortcuts.shown,
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
        shortcuts={shortcuts.shown}
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
        on={shortcuts.shown}
        onChange={shortcuts.toggle}
      />
    </div>
  );
}

// The first failures say enough.
const maxListed = 20;

/** The progress of a bulk change; then how many were changed, and which failed and why. */
function BulkProgress(props: {
  run: BulkRun;
  onStop: () => void;
  onRetry: () => void;
  onUndo: () => void;
  onDismiss: () => void;
}) {
  const { changed, failed, total, running, status, undoable, undone } = props.run;
  const now = useNow(1000);
  const done = changed + failed.length;
  return (
    <section aria-label="Bulk change" className="grid gap-3 rounded-lg border-2 border-edge bg-surface p-4">
      {running ? (
        <div className="grid grid-cols-[1fr_auto] items-end gap-4">
          <Progress label={`${done} of ${total}`} value={total === 0 ? 1 : done / total} />
          <Button size="sm" variant="secondary" onClick={props.onStop}>
            Stop
          </Button>
        </div>
      ) : (
        <div role="status" className="flex flex-wrap items-center gap-3">
          <p className="mr-auto">
            <strong>{changed}</strong> {status}
            {failed.length > 0 && `, ${failed.length} failed`}
            {done < total && `, ${total - done} not tried`}
            {undone !== undefined && `, ${undone} undone`}.
          </p>
          {failed.length > 0 && (
            <Button size="sm" onClick={props.onRetry}>
              Retry {failed.length}
            </Button>
          )}
          {undone === undefined && undoable.ids.length > 0 && undoable.until > now && (
            <Button size="sm" variant="secondary" onClick={props.onUndo}>
              Undo {undoable.ids.length}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={props.onDismiss}>
            Dismiss
          </Button>
        </div>
      )}
      {failed.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {failed.slice(0, maxListed).map(({ application, message }) => (
            <li key={application._id}>
              <strong>{application.user.name || application.user.email}</strong>: {message}
            </li>
          ))}
          {failed.length > maxListed && <li>and {failed.length - maxListed} more</li>}
        </ul>
      )}
    </section>
  );
}

const rows: [string[], string][] = [
  [['j', 'k'], 'next, previous application'],
  [['a'], 'Change to Approved'],
  [['r'], 'Change to Rejected'],
  [['u'], 'undo the last decision'],
  [['x'], 'select or deselect; with Shift, everything from the last one'],
  [['o'], 'read or close the resume'],
  [['t'], 'go to the team'],
  [['1', '2', '3', '4'], 'all, pending, approved, rejected'],
  [['1', '…', '5', 'Enter'], 'while you review together: rate the open application, save and go on'],
  [['f'], 'filter by name, email or major'],
  [['/'], 'search'],
  [['Esc'], 'leave the field; close the resume, clear the selection, close the application'],
  [['Ctrl', 'K'], 'all commands by name'],
  [['?'], 'this list'],
];

/** The keyboard shortcuts, and the switch that turns them off. */
function ShortcutSheet(props: {
  open: boolean;
  onClose: () => void;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  const canDecide = useCanDecide();
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {rows
          .filter(([[key = '']]) => canDecide || !'arux'.includes(key))
          .map(([keys, meaning]) => (
            <div key={meaning} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
      </dl>
      <Checkbox
        label="Use single-key shortcuts"
        checked={props.on}
        onChange={(event) => props.onChange(event.target.checked)}
      />
    </Dialog>
  );
}
