// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToLiveEvents } from '../../contract/platform/live.ts';
import { createLiveChannel, createThrottle } from './live.ts';

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
  await vi.advanceTimersByTimeAsync(60_000);
  expect([onEvent.mock.calls.length, FakeEventSource.opened]).toEqual([3, 4]);
  unsubscribe();
});

test('a stream that opens late, or falls silent, has missed something; one with heartbeats has not', async () => {
  FakeEventSource.isRefused = false;
  const created: EventTarget[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends FakeEventSource {
      constructor() {
        super();
        created.push(this);
      }
    },
  );
  const onEvent = vi.fn();
  const unsubscribe = createLiveChannel(subscribeToLiveEvents).subscribe('team', onEvent);
  for (let seconds = 0; seconds < 200; seconds += 20) {
    await vi.advanceTimersByTimeAsync(20_000);
    created.at(-1)?.dispatchEvent(new Event('heartbeat'));
  }
  expect([onEvent.mock.calls.length, created.length]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(created.length).toBe(2);
  expect(onEvent).toHaveBeenCalled();
  unsubscribe();

  // Only the page's own connections were in its way.
  const late = createLiveChannel(subscribeToLiveEvents).subscribe('team', onEvent);
  onEvent.mockClear();
  vi.advanceTimersByTime(5000);
  await Promise.resolve();
  expect(onEvent).toHaveBeenCalledTimes(1);
  late();
});

test('of many calls the first and the last run, and nothing after them', () => {
  vi.useFakeTimers();
  const work = vi.fn();
  const call = createThrottle(work, 1000);
  call();
  expect(work).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 5; n += 1) call();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  call();
  expect(work).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
