import { replaceEqualDeep, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { afterRender } from './after-render.ts';

/**
 * Returns a mutation that does nothing when it is started with what was sent last, until that call has failed or its
 * success is rendered: a double click sends once. `mutateAsync` then returns the promise of the call under way.
 */
export function useIgnoreRepeats<Answer, Failure, Sent, Undo>(
  mutation: UseMutationResult<Answer, Failure, Sent, Undo>,
): UseMutationResult<Answer, Failure, Sent, Undo> {
  const last = useRef<{ sent: Sent | undefined; promise: Promise<Answer> } | undefined>(undefined);
  const mutateAsync: typeof mutation.mutateAsync = (...args) => {
    const [sent] = args;
    const before = last.current;
    if (before && replaceEqualDeep(before.sent, sent) === before.sent) return before.promise;
    const started = { sent, promise: mutation.mutateAsync(...args) };
    last.current = started;
    const release = () => {
      if (last.current === started) last.current = undefined;
    };
    started.promise.then(() => afterRender(release), release);
    return started.promise;
  };
  const mutate: typeof mutation.mutate = (...args) => {
    mutateAsync(...args).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync };
}
