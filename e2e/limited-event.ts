import path from 'node:path';
import { pathToFileURL } from 'node:url';

const hooks = pathToFileURL(path.join(import.meta.dirname, 'limited-event.hooks.ts')).href;

interface Settings {
  capacity: number;
  answerBy?: { hours: number };
  waitlist?: boolean;
  showUpRate?: number;
  /** Leaves out the lock under which places are taken, to see a test fail without it. */
  withoutLock?: boolean;
}

/** Returns the environment of a program whose event limits its places; it begins in 30 days. */
export function limitedEvent(settings: Settings): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${hooks}`,
    LIMITED_EVENT: JSON.stringify({ waitlist: true, ...settings }),
  };
}
