import { useEffect, useEffectEvent } from 'react';
import { createKeyboardScanner, pauses } from './keyboard-scanner.ts';

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
  const onScan = useEffectEvent(keys.onScan);
  const act = useEffectEvent((event: KeyboardEvent, inField: boolean, onControl: boolean) => {
    const { onMode, onConfirm, onCancel, onFind } = keys;
    if (event.key === 'Escape') return onCancel();
    if (inField) return;
    if (event.key === 'Enter' && !onControl) onConfirm?.();
    if (event.key === 'm') onMode?.();
    if (event.key !== '/') return;
    event.preventDefault();
    onFind?.();
  });
  useEffect(() => {
    const scanner = createKeyboardScanner();
    let isBurst = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    /** The field that the scanner types into, with what it contained before. */
    let filled: { field: HTMLInputElement; value: string } | undefined;
    const finish = (text: string) => {
      if (filled) restoreValue(filled.field, filled.value);
      onScan(text);
    };
    const finishAfterPause = (kind: keyof typeof pauses) => {
      const scanned = scanner.pause(kind);
      if (scanned) finish(scanned.text);
      else if (kind === 'short') pause = setTimeout(finishAfterPause, pauses.long - pauses.short, 'long');
    };
    const down = (event: KeyboardEvent) => {
      if (event.metaKey || event.repeat) return;
      const { code, shiftKey, altKey, timeStamp: at } = event;
      // Ctrl with Alt is AltGr, with which some keyboards type braces. Ctrl alone is no character: some scanners end with Ctrl+J.
      const isControl = event.ctrlKey && !altKey && event.key !== 'Control';
      const target = event.target instanceof Element ? event.target : document.body;
      const inField = target.matches(typesText);
      const kind = scanner.press(
        isControl ? { key: 'Ctrl+', at, inField } : { key: event.key, code, shiftKey, altKey, at, inField },
      );
      isBurst = kind !== 'typing';
      clearTimeout(pause);
      if (typeof kind === 'object') {
        event.preventDefault();
        event.stopPropagation();
        return finish(kind.text);
      }
      if (isBurst) pause = setTimeout(finishAfterPause, pauses.short, 'short');
      else filled = target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined;
      // A space inside a scanned name must not press the button that has the focus, nor a second Enter send the search.
      if (isBurst && (!inField || event.key === 'Enter')) event.preventDefault();
      if (isBurst || isControl || altKey || target.closest('[role="dialog"], [role="alertdialog"]')) return;
      act(event, inField, target.matches('button, a, summary'));
    };
    const up = (event: KeyboardEvent) => {
      if (isBurst && event.key === ' ') event.preventDefault();
    };
    addEventListener('keydown', down, { capture: true });
    addEventListener('keyup', up, { capture: true });
    return () => {
      clearTimeout(pause);
      removeEventListener('keydown', down, { capture: true });
      removeEventListener('keyup', up, { capture: true });
    };
  }, []);
}

/** Puts a value back, as if a person had typed it. */
function restoreValue(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.apply(field, [value]);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
