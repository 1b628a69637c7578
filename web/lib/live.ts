import { useEffect, useEffectEvent } from 'react';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { type LiveEvent, liveEvents, subscribeToLiveEvents } from '../../contract/platform/live.ts';
import { formatCallUrl } from './call.ts';

// In milliseconds.
const pollInterval = 30_000;
/** A stream is sent something every 20 s; one that was quiet for this long is dead, whatever the browser says. */
const maxQuiet = 50_000;
/** A first stream that took longer to open may have missed something after the page's own calls. */
const slowOpening = 1000;

/** Returns `run` at most once every `pause` milliseconds: at once, and at the end when it was called in between. */
export function createThrottle(run: () => void, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const throttled = () => {
    again = timer !== undefined;
    if (again) return;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) throttled();
    }, pause);
  };
  return throttled;
}

/** A stream of server-sent events that all subscribers of the page share. */
interface LiveChannel {
  /** Calls `listener` for each `event`, and for `again`: something may have been missed. Returns what unsubscribes. */
  subscribe(event: LiveEvent, listener: () => void): () => void;
}

/** Creates a channel that holds one connection while somebody is subscribed and the page is visible. */
export function createLiveChannel(stream: Endpoint): LiveChannel {
  const events = new EventTarget();
  let source: EventSource | undefined;
  let subscribers = 0;
  // A first connection has missed nothing if it opens soon: what the page shows is as new as the connection.
  let connectedBefore = false;

  let retry: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  function poll() {
    if (subscribers > 0) dispatch('again');
    connect();
  }

  function waitForHeartbeat() {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      source?.close();
      poll();
    }, maxQuiet);
  }

  const dispatch = (event: LiveEvent) => events.dispatchEvent(new Event(event));

  // Browsers allow few connections per site, so a hidden page closes its own and asks again when it is visible.
  function connect() {
    if (subscribers === 0 || document.visibilityState === 'hidden') {
      source?.close();
      source = undefined;
      clearTimeout(quiet);
    } else if (!source || source.readyState === EventSource.CLOSED) {
      const startedAt = performance.now();
      source = new EventSource(formatCallUrl(stream));
      for (const event of liveEvents) source.addEventListener(event, () => dispatch(event));
      source.addEventListener('heartbeat', waitForHeartbeat);
      source.addEventListener('open', () => {
        waitForHeartbeat();
        if (connectedBefore || performance.now() - startedAt > slowOpening) dispatch('again');
        connectedBefore = true;
      });
      // A server with too many streams refuses one: the page then polls until it gets one again.
      source.addEventListener('error', () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        clearTimeout(retry);
        retry = setTimeout(poll, pollInterval);
      });
    }
  }

  return {
    subscribe(event, listener) {
      if (subscribers++ === 0) document.addEventListener('visibilitychange', connect);
      connect();
      events.addEventListener(event, listener);
      events.addEventListener('again', listener);
      return () => {
        events.removeEventListener(event, listener);
        events.removeEventListener('again', listener);
        if (--subscribers > 0) return;
        document.removeEventListener('visibilitychange', connect);
        connect();
        connectedBefore = false;
      };
    },
  };
}

/** What concerns the signed-in person. */
const userChannel = createLiveChannel(subscribeToLiveEvents);

export interface LiveOptions {
  channel?: LiveChannel;
  enabled?: boolean;
  /** In milliseconds. */
  atMostEvery?: number;
}

/** Calls `onEvent` whenever the server reports `event`. */
export function useLive(
  event: Exclude<LiveEvent, 'again'>,
  onEvent: () => void,
  { channel = userChannel, enabled = true, atMostEvery = 0 }: LiveOptions = {},
): void {
  const report = useEffectEvent(onEvent);
  useEffect(() => {
    if (enabled)
      return channel.subscribe(
        event,
        createThrottle(() => report(), atMostEvery),
      );
  }, [event, channel, enabled, atMostEvery]);
}
