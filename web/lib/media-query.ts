import { useCallback, useSyncExternalStore } from 'react';
import { listenTo } from './listen-to.ts';

/** Whether a media query matches; updates when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => listenTo(matchMedia(query), ['change'], changed),
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
