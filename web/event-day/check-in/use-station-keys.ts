import { useEffect, useRef } from 'react';
import { createKeyboardScanner } from './scanner-keys.ts';

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
