import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const positions = new Map<string, number>();

/** A new page starts at its top; going back or forward finds a page where it was left. */
export function useScrollPosition() {
  const { key, pathname } = useLocation();
  const way = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, way === 'POP' ? (positions.get(key) ?? 0) : 0);
  }, [key, pathname, way]);
  useEffect(() => {
    const note = () => positions.set(key, scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [key]);
}
