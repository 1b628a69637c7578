// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useCamera } from './use-camera.ts';

vi.mock('./qr-reader.ts', async (load) => ({
  ...(await load<typeof import('./qr-reader.ts')>()),
  createReader: async () => async () => undefined,
}));

test('a start without a picture on the page leaves the camera off, and the next one starts it', async () => {
  const { result } = renderHook(() => useCamera(() => undefined, true));
  await act(() => result.current.start());
  expect(result.current.state).toEqual({ status: 'off' });
  result.current.video.current = document.createElement('video');
  await act(() => result.current.start());
  // jsdom has no camera.
  expect(result.current.state).toMatchObject({ status: 'failed' });
});
