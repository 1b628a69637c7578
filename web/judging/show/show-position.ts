import { useMemo, useSyncExternalStore } from 'react';
import { listenTo } from '../../lib/listen-to.ts';
import { parseStoredJson, readStoredJson } from '../../lib/stored-text.ts';

/** Where the show is, for all windows of this browser. */
interface ShowPosition {
  /** The key of the show that is played. */
  version: string;
  /** The slide, from 0. */
  step: number;
  isRehearsal: boolean;
}

const key = 'show';

// A window learns of another one's change by the storage event; this one has to be told.
const subscribe = (onChange: () => void) => listenTo(window, ['storage', key], onChange);

export function storeShowPosition(position: ShowPosition): void {
  localStorage.setItem(key, JSON.stringify(position));
  dispatchEvent(new Event(key));
}

/** Returns where the show is; undefined before it was opened on this device. */
export function findShowPosition(): ShowPosition | undefined {
  return readStoredJson(key);
}

/** Returns the same as `findShowPosition`, and follows it. */
export function useShowPosition(): ShowPosition | undefined {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  return useMemo(() => parseStoredJson(stored), [stored]);
}
