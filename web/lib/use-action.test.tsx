import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { useAction } from './use-action.ts';

afterEach(cleanup);

/** An action whose calls are answered by hand. */
function renderAction() {
  const calls: { sent: object; resolve: () => void; reject: () => void }[] = [];
  const run = (sent: { team: string }) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ sent, resolve, reject: () => reject(new Error()) });
    });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAction(run, { fallback: '', isShown: () => true }), { wrapper });
  const click = (team: string) => act(async () => result.current.mutate({ team }));
  return { calls, result, click };
}

it('sends once for a double click, and what is something else at once', async () => {
  const { calls, result, click } = renderAction();
  await act(async () => {
    result.current.mutate({ team: 'a' });
    result.current.mutate({ team: 'a' });
  });
  await click('a');
  expect(calls.map(({ sent }) => sent)).toEqual([{ team: 'a' }]);
  await click('b');
  await click('a');
  expect(calls.map(({ sent }) => sent)).toEqual([{ team: 'a' }, { team: 'b' }, { team: 'a' }]);
});

it('sends the same again after a failure, and after a success that is rendered', async () => {
  const { calls, result, click } = renderAction();
  await click('a');
  await act(async () => calls[0]!.reject());
  await waitFor(() => expect(result.current.isError).toBe(true));
  await click('a');
  expect(calls).toHaveLength(2);
  // The click that arrives between the answer and the render.
  await act(async () => {
    calls[1]!.resolve();
    await Promise.resolve();
    result.current.mutate({ team: 'a' });
  });
  expect(calls).toHaveLength(2);
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  await expect
    .poll(async () => {
      await click('a');
      return calls.length;
    })
    .toBe(3);
});
