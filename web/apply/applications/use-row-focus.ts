import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** The id of the row that takes the focus once it is in the page. */
export type RowToFocus = RefObject<string | undefined>;

/**
 * Moves the focus along with the open application: `follow` names the row that gets it. The focus within the application
 * that was open moves to the next application instead.
 */
export function useRowFocus() {
  const toFocus: RowToFocus = useRef<string>(undefined);
  const follow = useCallback((id: string | undefined) => {
    const isReading = document.getElementById('application-detail')?.contains(document.activeElement);
    toFocus.current = isReading ? undefined : id;
  }, []);
  return { toFocus, follow };
}

/** Returns the ref of a row's button, which takes the focus when its row is the one that it moves to. */
export function useFocusedRow(id: string, isOpen: boolean, toFocus: RowToFocus) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!isOpen || toFocus.current !== id) return;
    toFocus.current = undefined;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: 'nearest' });
  }, [id, isOpen, toFocus]);
  return button;
}
