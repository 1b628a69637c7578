import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { usePageCommands } from '../../layout/page-commands.ts';
import type { ApplicationReviewState } from './use-application-review.ts';
import { useCanDecide } from './use-can-decide.ts';
import { useShortcuts } from './use-shortcuts.ts';
import type { ApplicationStatusFilter } from './use-view-state.ts';

const focus = (letter: string) => document.querySelector<HTMLElement>(`[data-shortcut="${letter}"]`)?.focus();

interface PageKeys {
  review: ApplicationReviewState;
  /** The open application, of the list or of the search results. */
  current: Application | undefined;
  on: boolean;
  /** Numbers rate the open application; otherwise they choose a status. */
  isRating: boolean;
  move: (step: 1 | -1) => void;
  setFilter: (filter: ApplicationStatusFilter) => void;
  deselect: () => void;
  openSheet: () => void;
}

/** The keyboard shortcuts of the page, and the same actions by name in the command palette. */
export function usePageKeys({
  review,
  current,
  on,
  isRating,
  move,
  setFilter,
  deselect,
  openSheet,
}: PageKeys): void {
  const { decide, selection, reading, read } = review;
  const canDecide = useCanDecide();
  const approve = () => current && decide(current, 'approved');
  const reject = () => current && decide(current, 'rejected');
  const readResume = () => read(reading === 'resume' ? undefined : 'resume');
  function stepBack() {
    if (reading) read(undefined);
    else if (selection.selected.size > 0) selection.clear();
    else deselect();
  }
  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ...(canDecide && {
        a: () => approve(),
        r: () => reject(),
        u: () => review.undoLast(),
        x: () => current && selection.toggle(current),
        'Shift+x': () => void review.extendSelection(),
      }),
      o: readResume,
      t: () => focus('t'),
      f: () => focus('f'),
      '/': () => focus('/'),
      ...(!(isRating && current) && {
        '1': () => setFilter('all'),
        '2': () => setFilter('pending'),
        '3': () => setFilter('approved'),
        '4': () => setFilter('rejected'),
      }),
      Escape: stepBack,
    },
    { on, always: { '?': openSheet } },
  );
  const forDeciding = new Set(['approve', 'reject', 'undo', 'select-all']);
  const commands = [
    { id: 'next', label: 'Next application', shortcut: 'j', run: () => move(1) },
    { id: 'previous', label: 'Previous application', shortcut: 'k', run: () => move(-1) },
    { id: 'approve', label: texts.admin.toApproved, shortcut: 'a', run: () => approve() },
    { id: 'reject', label: texts.admin.toRejected, shortcut: 'r', run: () => reject() },
    { id: 'undo', label: 'Undo the last decision', shortcut: 'u', run: () => review.undoLast() },
    { id: 'resume', label: reading ? 'Close the resume' : 'Read the resume', shortcut: 'o', run: readResume },
    { id: 'all', label: 'Show all applications', shortcut: '1', run: () => setFilter('all') },
    { id: 'pending', label: 'Show pending applications', shortcut: '2', run: () => setFilter('pending') },
    { id: 'approved', label: 'Show approved applications', shortcut: '3', run: () => setFilter('approved') },
    { id: 'rejected', label: 'Show rejected applications', shortcut: '4', run: () => setFilter('rejected') },
    { id: 'select-all', label: 'Select all', run: () => void review.selectAll() },
    { id: 'keys', label: 'Keyboard shortcuts', shortcut: '?', run: openSheet },
  ];
  usePageCommands(commands.filter(({ id }) => canDecide || !forDeciding.has(id)));
}
