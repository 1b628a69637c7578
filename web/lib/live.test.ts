// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToLiveEvents } from '../../contract/platform/live.ts';
import { createLiveChannel } from './live.ts';

/** A stream as a server refuses it (`isRefused`) or accepts it. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static isRefused = true;
  static opened = 0;
  readyState = 0;

  constructor() {
    super();
    FakeEventSource.opened += 1;
    const isRefused = FakeEventSource.isRefused;
    queueMicrotask(() => {
      this.readyState = isRefused ? FakeEventSource.CLOSED : 1;
      this.dispatchEvent(new Event(isRefused ? 'error' : 'open'));
    });
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page whose stream is refused polls until it gets one', async () => {
  const onEvent = vi.fn();
  const unsubscribe = createLiveChannel(subscribeToLiveEvents).subscribe('team', onEvent);
  await vi.advanceTimersByTimeAsync(65_000);
  expect([onEvent.mock.calls.length, FakeEventSource.opened]).toEqual([2, 3]);
  FakeEventSource.isRefused = false;
  await vi.advanceTimersByTimeAsync(300_000);
  expect([onEvent.mock.calls.length, FakeEventSource.opened]).toEqual([3, 4]);
  unsubscribe();
});
