import { useRef } from 'react';

/**
 * Remembers what had the focus when a dialog opened, and gives it back when the dialog closes; `elsewhere` names another
 * place, for an opener that may be gone by then. Radix does this only for dialogs with a trigger of their own.
 */
export function useOpener(elsewhere?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = elsewhere?.() ?? opener.current;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
