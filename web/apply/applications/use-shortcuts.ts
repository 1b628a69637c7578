import { useEffect, useEffectEvent } from 'react';
import { listenTo } from '../../lib/listen-to.ts';

/** A key, as `event.key` names it, with `Shift+` ahead where it matters. */
type Shortcuts = Record<string, () => void>;

const repeatable = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);
const notTyped = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file']);

function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * Runs commands on single keys while nobody is typing and no dialog or menu is open; Escape leaves a field first. `always` works
 * also when they are off.
 */
export function useShortcuts(shortcuts: Shortcuts, { on, always }: { on: boolean; always: Shortcuts }) {
  const find = useEffectEvent((key: string) => (on && shortcuts[key]) || always[key]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A held key moves along the list but never repeats a decision.
      if (event.repeat && !repeatable.has(event.key)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector(':is([role="dialog"], [role="alertdialog"], :popover-open)')) return;
      if (isTyping(event.target)) {
        if (event.key !== 'Escape') return;
        // A search field would clear itself.
        event.preventDefault();
        event.target.blur();
        return;
      }
      // Enter presses the button that has the focus; only the open row of the list has nothing to press.
      if (
        event.key === 'Enter' &&
        (event.target as Element).closest('a, summary, button:not([aria-current])')
      )
        return;
      const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const command = find(event.shiftKey && letter === 'x' ? 'Shift+x' : letter);
      if (!command) return;
      event.preventDefault();
      command();
    };
    return listenTo(document, ['keydown'], listen);
  }, []);
}
