import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a change of page, focuses its heading, which a screen reader then reads out; the first page keeps the browser's focus. */
export function useRouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
