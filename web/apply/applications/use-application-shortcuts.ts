import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { usePageCommands } from '../../layout/page-commands.ts';
import type { ApplicationReviewState } from './use-application-review.ts';
import type { Decision } from './use-bulk-change.ts';
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
export function usePageKeys(keys: PageKeys): void {
  const { review, current, on, isRating, move, setFilter, deselect, openSheet } = keys;
  const { decide, selection, reading, read } = review;
  const canDecide = useCanDecide();
  const decideOn = (status: Decision) => current && decide(current, status);
  function stepBack() {
    if (reading) read(undefined);
    else if (selection.selected.size > 0) selection.clear();
    else deselect();
  }
  /** By key; those with a label are in the command palette too. */
  const commands: { key?: string; label?: string; isDecision?: boolean; run: () => void }[] = [
    { key: 'j', label: 'Next application', run: () => move(1) },
    { key: 'k', label: 'Previous application', run: () => move(-1) },
    { key: 'ArrowDown', run: () => move(1) },
    { key: 'ArrowUp', run: () => move(-1) },
    { key: 'a', label: texts.admin.toApproved, isDecision: true, run: () => decideOn('approved') },
    { key: 'r', label: texts.admin.toRejected, isDecision: true, run: () => decideOn('rejected') },
    { key: 'u', label: 'Undo the last decision', isDecision: true, run: review.undoLast },
    { key: 'x', isDecision: true, run: () => current && selection.toggle(current) },
    { key: 'Shift+x', isDecision: true, run: () => void review.extendSelection() },
    {
      key: 'o',
      label: reading ? 'Close the resume' : 'Read the resume',
      run: () => read(reading === 'resume' ? undefined : 'resume'),
    },
    { key: 't', run: () => focus('t') },
    { key: 'f', run: () => focus('f') },
    { key: '/', run: () => focus('/') },
    { key: '1', label: 'Show all applications', run: () => setFilter('all') },
    { key: '2', label: 'Show pending applications', run: () => setFilter('pending') },
    { key: '3', label: 'Show approved applications', run: () => setFilter('approved') },
    { key: '4', label: 'Show rejected applications', run: () => setFilter('rejected') },
    { label: 'Select all', isDecision: true, run: () => void review.selectAll() },
    { key: 'Escape', run: stepBack },
    { key: '?', label: 'Keyboard shortcuts', run: openSheet },
  ];
  const allowed = commands.filter(({ isDecision }) => canDecide || !isDecision);
  const isForRating = (key: string) => isRating && current && /\d/.test(key);
  useShortcuts(
    Object.fromEntries(allowed.flatMap(({ key, run }) => (key && !isForRating(key) ? [[key, run]] : []))),
    { on, always: { '?': openSheet } },
  );
  usePageCommands(
    allowed.flatMap(({ key, label, run }) => (label ? [{ label, ...(key && { shortcut: key }), run }] : [])),
  );
}
