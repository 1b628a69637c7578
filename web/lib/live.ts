import { useEffect, useRef } from 'react';
import { type LiveEvent, listenLive } from '../../contract/live.ts';

const heard = new EventTarget();
let source: EventSource | undefined;
let listeners = 0;

function open(): EventSource {
  const opened = new EventSource(`/api${listenLive.path}`);
  for (const name of ['me', 'team', 'applications', 'check-ins', 'again'] satisfies LiveEvent[])
    opened.addEventListener(name, () => heard.dispatchEvent(new Event(name)));
  return opened;
}

/**
 * Calls `changed` when the server says that `what` has changed, or that something may have been missed. All users of the
 * page share one connection, which the browser mends by itself.
 */
export function useLive(what: Exclude<LiveEvent, 'again'>, changed: () => void): void {
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    const tell = () => latest.current();
    if (listeners++ === 0) source = open();
    heard.addEventListener(what, tell);
    heard.addEventListener('again', tell);
    return () => {
      heard.removeEventListener(what, tell);
      heard.removeEventListener('again', tell);
      if (--listeners > 0) return;
      source?.close();
      source = undefined;
    };
  }, [what]);
}
