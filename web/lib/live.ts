import { useEffect, useRef } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type LiveEvent, liveEvents, subscribeToLiveEvents } from '../../contract/live.ts';
import { formatCallUrl } from './call.ts';

/**
 * A stream of live events, of which all users of the page share one connection, which the browser mends by itself. Its
 * hook calls `changed` when the server says that `what` has changed, or that something may have been missed; `on` turns
 * it off and on.
 */
export function liveChannel(stream: Endpoint) {
  const heard = new EventTarget();
  let source: EventSource | undefined;
  let listeners = 0;
  // A first connection has missed nothing: what the page shows is as new as it.
  let connectedBefore = false;

  const tell = (event: LiveEvent) => heard.dispatchEvent(new Event(event));

  // A browser keeps few connections to one site, so only a page in sight holds one, and asks again when it is back.
  function connect() {
    if (listeners === 0 || document.visibilityState === 'hidden') {
      source?.close();
      source = undefined;
    } else if (!source || source.readyState === EventSource.CLOSED) {
      source = new EventSource(formatCallUrl(stream));
      for (const event of liveEvents) source.addEventListener(event, () => tell(event));
      source.addEventListener('open', () => {
        if (connectedBefore) tell('again');
        connectedBefore = true;
      });
    }
  }

  return function useLive(what: Exclude<LiveEvent, 'again'>, changed: () => void, on = true): void {
    const latest = useRef(changed);
    useEffect(() => {
      latest.current = changed;
    });
    useEffect(() => {
      if (!on) return;
      const call = () => latest.current();
      if (listeners++ === 0) document.addEventListener('visibilitychange', connect);
      connect();
      heard.addEventListener(what, call);
      heard.addEventListener('again', call);
      return () => {
        heard.removeEventListener(what, call);
        heard.removeEventListener('again', call);
        if (--listeners > 0) return;
        document.removeEventListener('visibilitychange', connect);
        connect();
        connectedBefore = false;
      };
    }, [what, on]);
  };
}

/** Hears of what concerns the signed-in person. */
export const useLive = liveChannel(subscribeToLiveEvents);
