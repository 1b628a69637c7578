import { useRef } from 'react';

/**
 * Handlers that give the focus back when a dialog closes: to what `elsewhere` names, else to what had it when the dialog
 * opened, else (a row that is gone by then) to the page's heading.
 */
export function useFocusReturn(elsewhere?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const before =
        opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
      const target = elsewhere?.() ?? before ?? document.querySelector<HTMLElement>('main h1');
      if (target && target === document.querySelector('main h1')) target.tabIndex = -1;
      target?.focus();
    },
  };
}
