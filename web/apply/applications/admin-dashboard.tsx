import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { afterRender } from '../../lib/after-render.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useTitle } from '../../lib/title.ts';
import { useNow } from '../../lib/use-now.ts';
import { ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  applicationByIdQuery,
  applicationCountsQuery,
  usePreviewRelease,
  useReleaseDecisions,
} from './applications.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DashboardPanes } from './dashboard-panes.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { describePlaces, describeRelease, describeUnchanged } from './places/describe-place.ts';
import { SearchForm, SearchModeDialog } from './search/search-form.tsx';
import { usePageKeys } from './use-application-shortcuts.ts';
import { type BulkChange, useBulkChange } from './use-bulk-change.ts';
import { useCanDecide } from './use-can-decide.ts';
import { useDashboard } from './use-dashboard.ts';

function HeldDecisions({ onRelease }: { onRelease: () => void }) {
  const { data: counts } = useQuery(applicationCountsQuery);
  const event = useEvent();
  const preview = usePreviewRelease();
  const release = useReleaseDecisions();
  const held = counts?.held;
  if (held === undefined) return null;
  const decisions = formatCount(held, 'decision');
  async function askToRelease() {
    const outcome = describeRelease(await preview.mutateAsync(), event);
    const question = {
      title: `Release ${decisions}?`,
      body: `${outcome}All of these applicants see their decision at once and get an email. This cannot be undone.`,
      confirmLabel: 'Release',
    };
    await ask(question, () => {
      // What these offer to undo is final.
      toast.dismissAll();
      return release.mutateAsync().then(onRelease);
    });
  }
  return (
    <section
      aria-label="Held decisions"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 min-h-12.5 rounded-lg border border-hairline bg-surface px-3 py-2 text-sm"
    >
      <p>
        {counts?.holding
          ? 'Decisions are held: applicants see no change and get no email until you release them.'
          : 'These decisions are still held. Applicants learn new ones at once.'}{' '}
        {held === 0 && 'None are waiting.'}
      </p>
      {held > 0 && (
        <Button size="sm" busy={preview.isPending} onClick={() => void askToRelease().catch(() => {})}>
          Release {decisions}
        </Button>
      )}
    </section>
  );
}

/** Returns whether a part of a page is shown, as it was last on this device, or else as `initial` says. */
function useStoredToggle(key: string, initial: () => boolean = () => false) {
  const [shown, setShown] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored ? stored === 'shown' : initial();
  });
  const toggle = () => {
    localStorage.setItem(key, shown ? 'hidden' : 'shown');
    setShown(!shown);
  };
  return { shown, toggle };
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
      {canDecide && <HeldDecisions onRelease={bulk.dismiss} />}
      <SearchForm search={search} />
      <SearchModeDialog search={search} />
      {bulk.sent && <BulkProgress {...bulk} sent={bulk.sent} />}
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
            bulk.start({ applications, status });
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

/** What a bulk change is doing; then how many were changed or undone, and by name who stays as they were and why. */
function BulkProgress(bulk: BulkChange & { sent: NonNullable<BulkChange['sent']> }) {
  const { change, undo, start, dismiss, sent, done, undone } = bulk;
  const now = useNow(1000);
  const { status, applications } = sent;
  const byId = new Map(applications.map((application) => [application._id, application]));
  const failed = undone?.failed ?? done?.failed ?? [];
  const undoable = done?.undoable;
  const refused = new Set(done?.failed.map(({ id }) => id));
  const { changing, unchanged } = describeUnchanged(
    applications.filter(({ _id }) => !refused.has(_id)),
    status,
  );
  const isConflict = ({ code }: { code: string }) => code === 'status_changed';
  const conflicts = failed.filter(isConflict);
  const others = failed.filter((one) => !isConflict(one));
  const startAgain = (some: typeof failed, overrules?: boolean) =>
    start({ status, applications: some.flatMap(({ id }) => byId.get(id) ?? []), overrules });
  return (
    <section aria-label="Bulk change" className="grid gap-3 rounded-lg border-2 border-edge bg-surface p-4">
      {change.errorText && <ErrorBox message={change.errorText} onRetry={() => start(sent)} />}
      <div role="status" className="flex flex-wrap items-center gap-3">
        {done ? (
          <p className="mr-auto">
            <strong>{changing.length}</strong> {status}
            {failed === done.failed && failed.length > 0 && `, ${failed.length} failed`}
            {undone && `, ${undone.changed} undone`}
            {!undone && changing.length > 0 && done.places && `: ${describePlaces(done.places)}`}.{' '}
            {!undone && unchanged}
            {undone && failed.length > 0 && ` ${failed.length} can no longer be undone:`}
          </p>
        ) : (
          <p className="mr-auto">
            {change.isPending && `Changing ${formatCount(applications.length, 'application')}…`}
          </p>
        )}
        {done && !undone && others.length > 0 && (
          <Button size="sm" onClick={() => startAgain(others)}>
            Retry {others.length}
          </Button>
        )}
        {done && !undone && conflicts.length > 0 && (
          <Button size="sm" variant="secondary" onClick={() => startAgain(conflicts, true)}>
            {status === 'approved' ? 'Approve' : 'Reject'} {conflicts.length} anyway
          </Button>
        )}
        {!undone && undoable && undoable.ids.length > 0 && undoable.until > now && (
          <Button
            size="sm"
            variant="secondary"
            busy={undo.isPending}
            onClick={({ currentTarget: { parentElement } }) => {
              // The button is gone then.
              const onSettled = () =>
                afterRender(() => parentElement?.querySelector<HTMLElement>('button:last-child')?.focus());
              undo.mutate({ ids: undoable.ids, status }, { onSettled });
            }}
          >
            Undo {undoable.ids.length}
          </Button>
        )}
        {!change.isPending && (
          <Button size="sm" variant="ghost" onClick={dismiss}>
            Dismiss
          </Button>
        )}
      </div>
      {failed.length > 0 && (
        <ScrollRegion label="Not changed" className="max-h-60 overflow-y-auto">
          <ul className="grid gap-1 text-sm">
            {failed.map(({ id, message }) => (
              <li key={id}>
                <strong>{byId.get(id)?.user.name || byId.get(id)?.user.email}</strong>: {message}
              </li>
            ))}
          </ul>
        </ScrollRegion>
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
      <Checkbox label="Use single-key shortcuts" checked={props.on} onCheckedChange={props.onChange} />
    </Dialog>
  );
}
