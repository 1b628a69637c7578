import { expect, test, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

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
