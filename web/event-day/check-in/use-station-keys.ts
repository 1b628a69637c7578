import { useEffect, useRef } from 'react';

interface StationKeys {
  onScan: (text: string) => void;
  onCancel: () => void;
  onMode?: () => void;
  onConfirm?: () => void;
  onFind?: () => void;
}

const typesText = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/**
 * The keyboard shortcuts of a station: `m` changes the mode, `/` goes to the search, Enter confirms, Escape cancels, and
 * what a scanner types is a scan wherever the focus is. Keys for a field, a button or a dialog are left alone.
 */
export function useStationKeys(keys: StationKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    const read = createKeyboardScanner();
    let isBurst = false;
    const down = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const kind = read({ key: event.key, at: event.timeStamp });
      isBurst = kind !== 'typing';
      const target = event.target instanceof Element ? event.target : document.body;
      const inField = target.matches(typesText);
      if (typeof kind === 'object') {
        event.preventDefault();
        event.stopPropagation();
        return latest.current.onScan(kind.text);
      }
      // A space inside a scanned name must not press the button that has the focus.
      if (isBurst && !inField) event.preventDefault();
      if (isBurst || event.repeat || target.closest('[role="dialog"], [role="alertdialog"]')) return;
      act(event, inField, target.matches('button, a, summary'));
    };
    const act = (event: KeyboardEvent, inField: boolean, onControl: boolean) => {
      const { onMode, onConfirm, onCancel, onFind } = latest.current;
      if (event.key === 'Escape') return onCancel();
      if (inField) return;
      if (event.key === 'Enter' && !onControl) onConfirm?.();
      if (event.key === 'm') onMode?.();
      if (event.key !== '/') return;
      event.preventDefault();
      onFind?.();
    };
    const up = (event: KeyboardEvent) => {
      if (isBurst && event.key === ' ') event.preventDefault();
    };
    addEventListener('keydown', down, { capture: true });
    addEventListener('keyup', up, { capture: true });
    return () => {
      removeEventListener('keydown', down, { capture: true });
      removeEventListener('keyup', up, { capture: true });
    };
  }, []);
}

// A USB scanner acts as a keyboard that types faster than any person and ends with Enter.
const MAX_GAP = 30;
const MIN_LENGTH = 8;

interface Keystroke {
  key: string;
  /** Milliseconds. */
  at: number;
}

/**
 * Returns a function that tells a scanner from a person. It takes every keystroke and returns `typing` for a person,
 * `burst` while characters come too fast for one, and the whole text when Enter ends a burst.
 */
export function createKeyboardScanner(): (stroke: Keystroke) => 'typing' | 'burst' | { text: string } {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at }) => {
    const quick = at - last < MAX_GAP;
    if (key === 'Enter') {
      const scanned = text;
      text = '';
      last = Number.NEGATIVE_INFINITY;
      return quick && scanned.length >= MIN_LENGTH ? { text: scanned } : 'typing';
    }
    // A scanner sends modifier keys between its characters.
    if ([...key].length !== 1) return quick && text.length > 1 ? 'burst' : 'typing';
    text = quick ? text + key : key;
    last = at;
    return quick && text.length > 1 ? 'burst' : 'typing';
  };
}
