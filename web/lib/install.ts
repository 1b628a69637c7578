import { useSyncExternalStore } from 'react';
import { listenTo } from './listen-to.ts';

// In Chromium's browsers, and not in the types.
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

let offered: InstallEvent | undefined;
const changed = new EventTarget();

function store(next: InstallEvent | undefined) {
  offered = next;
  changed.dispatchEvent(new Event('change'));
}

/** Stores the browser's install prompt, which fires once and early, until a page offers it. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store(event as InstallEvent);
  });
  addEventListener('appinstalled', () => store(undefined));
}

const subscribe = (listener: () => void) => listenTo(changed, ['change'], listener);

/** Asks the person whether to install the site; undefined where the browser does not offer that, or they were asked. */
export function useInstallPrompt(): (() => void) | undefined {
  const event = useSyncExternalStore(subscribe, () => offered);
  if (!event) return undefined;
  return () => {
    // An offer can be made once.
    store(undefined);
    event.prompt().catch((error: unknown) => console.warn(error));
  };
}
