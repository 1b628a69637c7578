import { useLocation } from 'react-router';

/** Scrolls to a row and focuses it, after the page has moved to its top and the focus to the heading. */
function showRow(row: HTMLElement | null) {
  requestAnimationFrame(() => {
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  });
}

/** Returns what the row of an id needs to be found when the address ends in `#` and the id; undefined otherwise. */
export function usePointedRow() {
  const { hash } = useLocation();
  return (id: string | undefined) =>
    id !== undefined && hash === `#${id}` ? { ref: showRow, tabIndex: -1 } : undefined;
}
