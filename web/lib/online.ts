import { useSyncExternalStore } from 'react';
import { listenTo } from './listen-to.ts';

const subscribe = (changed: () => void) => listenTo(window, ['online', 'offline'], changed);

/** Whether the device reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Said of what has never been on this device. */
export const needsNetworkText = 'This needs a network once.';
